// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/math.hpp"
#include "kernels/forces/reading.cuh"
#include "kernels/forces/walk_args.hpp"
#include "kernels/lists/relative.cuh"

namespace mdsim {

/// An atom as a tile sees it [length], in one of its images; the nearest where images do not
/// matter.
template <bool images, class P>
__device__ Vec3<typename P::Real> seen_atom(const WalkArgs<P>& args, const DeviceTile<P>& tile,
                                            const Site<P>& site, LocalIndex atom,
                                            const ImageCode& image) {
    if constexpr (images) {
        const auto reference = args.atoms.reference[atom].position();
        return imaged<P>(reference, tile.centre, image, difference(site.position(), reference),
                         args.scale);
    } else {
        return nearest<P>(site.position(), tile.centre, args.scale);
    }
}

/// Reads a window of the tile's halo into shared memory: positions from the centre of the tile, and
/// the type's bits. Behind the window lie dummies, one a class of banks. All threads of the block.
template <bool images, class Reading, class P>
__device__ void gather_window(const WalkArgs<P>& args, const DeviceTile<P>& tile,
                              const Site<P>* site, std::uint32_t first,
                              Vec4<typename P::Real>* record) {
    using Real = typename P::Real;
    const std::uint32_t left = tile.slots - first;
    const std::uint32_t count = left < args.lists.window ? left : args.lists.window;
    const LocalIndex* slot = args.lists.slots + tile.first_slot + first;
    // Several loads under way at once: the first says where, the second what.
    constexpr std::uint32_t batch = 2;
    for (std::uint32_t base = threadIdx.x; base < count; base += batch * blockDim.x) {
        LocalIndex atom[batch];
        Site<P> s[batch];
#pragma unroll
        for (std::uint32_t b = 0; b < batch; ++b) {
            const std::uint32_t j = base + b * blockDim.x;
            atom[b] = slot[j < count ? j : base];
        }
#pragma unroll
        for (std::uint32_t b = 0; b < batch; ++b) s[b] = Reading::position(&site[atom[b]]);
#pragma unroll
        for (std::uint32_t b = 0; b < batch; ++b) {
            const std::uint32_t j = base + b * blockDim.x;
            if (j >= count) break;
            ImageCode image{0, 0, 0, 0};
            if constexpr (images) image = args.lists.slot_image[tile.first_slot + first + j];
            const auto r = seen_atom<images>(args, tile, s[b], atom[b], image);
            Vec4<Real> to{r.x, r.y, r.z, Real(0)};
            memcpy(&to.w, &s[b].type, sizeof s[b].type);
            record[j] = to;
        }
    }
    if (threadIdx.x < bank_classes)
        record[args.lists.window + threadIdx.x] = {args.lists.far, args.lists.far, args.lists.far,
                                                   Real(0)};
}

} // namespace mdsim
