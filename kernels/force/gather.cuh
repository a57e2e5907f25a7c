// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/contract.hpp"
#include "core/math.hpp"
#include "kernels/force/reading.cuh"
#include "kernels/force/walk_args.hpp"
#include "kernels/neighbor/relative.cuh"

namespace mdsim {

/// An atom as a tile sees it, in one of its images, in units of the fraction; the nearest where
/// images do not matter.
template <bool images, class P>
__device__ Vec3<typename P::Real> seen_fraction(const WalkArgs<P>& args, const DeviceTile<P>& tile,
                                                const Site<P>& site, LocalIndex atom,
                                                const ImageCode& image) {
    if constexpr (images) {
        const auto reference = args.atoms.reference[atom].position();
        return imaged_fraction<P>(reference, tile.centre, image,
                                  difference(site.position(), reference));
    } else {
        return nearest_fraction<P>(site.position(), tile.centre);
    }
}

/// Reads the j-atoms of a tile into shared memory, window by window: positions from the centre of
/// the tile, and what `Content` says of the atom. Slots are read one batch ahead, as they say where
/// positions are.
template <class P, bool images, class Reading, class Content> class Gather {
  public:
    using Real = typename P::Real;

    /// Begins a window; reads nothing that a step changes.
    __device__ Gather(const WalkArgs<P>& args, const DeviceTile<P>& tile, std::uint32_t first)
        : slot_(tile.first_slot + first) {
        MDSIM_EXPECT(first < tile.slots);
        const std::uint32_t left = tile.slots - first;
        count_ = left < args.lists.window ? left : args.lists.window;
        read_slots(args, threadIdx.x);
    }

    /// Fills the window, perhaps without contents. Behind it lie dummies, one a class of banks. All
    /// threads of the block.
    template <bool contents, class Lengths>
    __device__ void fill(const WalkArgs<P>& args, const DeviceTile<P>& tile, const Site<P>* sites,
                         const Lengths& lengths, Vec4<Real>* record) {
        const std::uint32_t stride = batch * blockDim.x;
        for (std::uint32_t base = threadIdx.x; base < count_; base += stride) {
            Site<P> site[batch];
            LocalIndex atom[batch];
#pragma unroll
            for (std::uint32_t b = 0; b < batch; ++b) {
                atom[b] = ahead_[b];
                site[b] = Reading::changing(&sites[atom[b]]);
            }
            if (base + stride < count_) read_slots(args, base + stride);
            LowerTriangular<Real> length{};
            if constexpr (!images) length = lengths.value();
#pragma unroll
            for (std::uint32_t b = 0; b < batch; ++b) {
                const std::uint32_t j = base + b * blockDim.x;
                if (Reading::overlaps && j >= count_) break;
                // Where images matter, no registers are left to keep the matrix for a batch.
                if constexpr (images) length = lengths.value();
                const Vec3<Real> r = fraction_of(args, tile, site[b], atom[b], j) * length;
                Real content = 0;
                if constexpr (contents)
                    content = Content::template of<Reading>(args, site[b], atom[b]);
                // Behind a branch the compiler would ask for each position only there.
                if (j < count_) record[j] = {r.x, r.y, r.z, content};
            }
        }
        if (threadIdx.x < bank_classes)
            record[args.lists.window + threadIdx.x] = {args.lists.far, args.lists.far,
                                                       args.lists.far, Real(0)};
    }

    /// Adds the contents, where they come from the channel, to records that `fill` has put there
    /// without. All threads, each for its own records.
    __device__ void add_contents(const WalkArgs<P>& args, Vec4<Real>* record) {
        const std::uint32_t stride = batch * blockDim.x;
        for (std::uint32_t base = threadIdx.x; base < count_; base += stride) {
            read_slots(args, base);
            Real content[batch];
#pragma unroll
            for (std::uint32_t b = 0; b < batch; ++b)
                content[b] = Content::template of_channel<Reading>(args, ahead_[b]);
#pragma unroll
            for (std::uint32_t b = 0; b < batch; ++b) {
                const std::uint32_t j = base + b * blockDim.x;
                if (j < count_) record[j].w = content[b];
            }
        }
    }

  private:
    static constexpr std::uint32_t batch = Reading::template batch<Real>;

    __device__ void read_slots(const WalkArgs<P>& args, std::uint32_t base) {
#pragma unroll
        for (std::uint32_t b = 0; b < batch; ++b) {
            const std::uint32_t j = base + b * blockDim.x;
            ahead_[b] = args.lists.slots[place_of(j)];
        }
    }

    /// Of slot j in the arena; that of the first one where there is no such slot.
    __device__ std::uint32_t place_of(std::uint32_t j) const {
        return slot_ + (j < count_ ? j : 0);
    }

    /// Where the tile sees the atom of slot j, in units of the fraction.
    __device__ Vec3<Real> fraction_of(const WalkArgs<P>& args, const DeviceTile<P>& tile,
                                      const Site<P>& site, LocalIndex atom, std::uint32_t j) const {
        ImageCode image{0, 0, 0, 0};
        if constexpr (images) image = args.lists.slot_image[place_of(j)];
        return seen_fraction<images>(args, tile, site, atom, image);
    }

    std::uint32_t slot_;
    std::uint32_t count_;
    LocalIndex ahead_[batch];
};

} // namespace mdsim
