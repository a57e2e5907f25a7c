// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cuda_fp16.h>

#include "core/contract.hpp"
#include "kernels/neighbor/j_atoms.cuh"

namespace mdsim {

/// Ranks of slots within their class that are tested at once: one bit of a word each.
inline constexpr std::uint32_t word_ranks = 32;

/// A coordinate as the sum of two halves, 22 bits: the larger in the lower 16 bits.
__device__ inline std::uint32_t split(float x) {
    const __half high = __float2half_rn(x);
    const __half low = __float2half_rn(x - __half2float(high));
    return static_cast<std::uint32_t>(__half_as_ushort(low)) << 16 | __half_as_ushort(high);
}

/// A slot as the tensor cores test it.
struct alignas(16) SplitPoint {
    std::uint32_t x, y, z;
    std::uint32_t r2; ///< the square of its distance from the centre
};

/// The slots of a window in shared memory, apart for each class of banks: all classes at once, or
/// some after the others. Lengths are scaled so that no j-atom, however distant, leaves the range
/// of halves.
struct SharedWindow {
    SplitPoint* point;   ///< [class][place of rank]
    std::uint16_t* type; ///< likewise; null where there is one
    std::uint32_t first; ///< number of the first slot
    std::uint32_t count;
    std::uint32_t words; ///< that hold the ranks of a class
    std::uint32_t first_class;
    std::uint32_t classes; ///< that are there at once
    float scale;           ///< [1 / length]
    float slack;           ///< what rounding may take from a squared distance, scaled

    /// Where a rank lies among those of its class: with a gap behind each eight, so that lanes that
    /// read the columns of one test do not collide.
    MDSIM_HD static constexpr std::uint32_t place(std::uint32_t rank) { return rank + rank / 8; }
    /// Words for the ranks that each class has of so many slots.
    MDSIM_HD static constexpr std::uint32_t words_for(std::uint32_t slots) {
        return (slots + bank_classes * word_ranks - 1) / (bank_classes * word_ranks);
    }
    /// Places for so many words of so many classes, and for one that is read ahead.
    MDSIM_HD static constexpr std::uint32_t places_for(std::uint32_t words, std::uint32_t classes) {
        return (classes * words + 1) * place(word_ranks);
    }
    /// Whether the class of a slot is one of those that are there.
    __device__ bool holds(std::uint32_t j) const {
        return j % bank_classes - first_class < classes;
    }
    /// Where such a slot of the window lies: words follow each other, class after class.
    __device__ std::uint32_t place_of(std::uint32_t j) const {
        MDSIM_EXPECT(holds(j));
        return (j % bank_classes - first_class) * words * place(word_ranks) +
               place(j / bank_classes);
    }
    /// Goes on to the next classes; false if there are none.
    __device__ bool next_classes() {
        first_class += classes;
        return first_class < bank_classes;
    }
};

/// Square of the distance that stands for no atom; a half can hold it.
inline constexpr float beyond2 = 60000.0f;

/// Sets the scale of a tile's lengths, so that the farthest corner of its j-atoms lies at 64, and
/// what rounding takes: halves of halves have 22 bits; sums of some of the products of a test, of
/// which none is larger than the range or the tile where it matters, are rounded to 11 bits, at
/// most twice.
template <class P, class Source>
__device__ void set_scale(const Source& source, const JAtomsShared<P>& j_atoms,
                          SharedWindow& window) {
    using Real = typename P::Real;
    constexpr float corner = 64;
    const Vec3<Real> range{source.largest_range, source.largest_range, source.largest_range};
    const auto far2 = static_cast<float>(dot(j_atoms.tile.half + range, j_atoms.tile.half + range));
    const auto tile2 = static_cast<float>(dot(j_atoms.tile.half, j_atoms.tile.half));
    const auto range2 = static_cast<float>(source.largest_range * source.largest_range);
    window.scale = corner * rsqrtf(far2);
    window.slack = 1e-5f * corner * corner +
                   0x1p-10f * window.scale * window.scale * (tile2 > range2 ? tile2 : range2);
}

/// Puts an atom into a slot of the window.
template <class P, class Source>
__device__ void put_point(const Source& source, const JAtomsShared<P>& j_atoms,
                          const SharedWindow& window, std::uint32_t j, const Site<P>& site,
                          const ImageCode& image) {
    const auto r = seen_from<P>(j_atoms.centre, site, image, source);
    const Vec3<float> s{static_cast<float>(r.x) * window.scale,
                        static_cast<float>(r.y) * window.scale,
                        static_cast<float>(r.z) * window.scale};
    const std::uint32_t to = window.place_of(j);
    window.point[to] = {split(s.x), split(s.y), split(s.z), split(dot(s, s))};
    if (window.type != nullptr) window.type[to] = static_cast<std::uint16_t>(site.type);
}

/// Fills the last word of each class with slots that hold no atom. All threads of the block.
__device__ inline void pad_window(const SharedWindow& window) {
    const std::uint32_t end = window.words * word_ranks * bank_classes;
    for (std::uint32_t j = window.count + threadIdx.x; j < end; j += blockDim.x) {
        if (!window.holds(j)) continue;
        const std::uint32_t to = window.place_of(j);
        window.point[to] = {0, 0, 0, split(beyond2)};
        if (window.type != nullptr) window.type[to] = 0;
    }
}

/// Puts the atoms of some groups into the first window. One warp.
template <class P, class Source>
__device__ void put_groups(const Source& source, const JAtomsShared<P>& j_atoms,
                           const SharedWindow& window, const GroupBatch<P>& batch) {
    const std::uint32_t lane = threadIdx.x % warp_lanes;
    batch.for_each(source.site, [&](const NearGroup& group, const Site<P>& site) {
        const std::uint32_t slot = group.slot_of(lane);
        if (group.selected >> lane & 1u && slot < window.count && window.holds(slot))
            put_point(source, j_atoms, window, slot, site, group.image());
    });
}

/// Reads what `put_groups` did not put: later windows, and later classes of the first. All threads
/// of the block.
template <class P, class Source>
__device__ void load_window(const Source& source, const ListOutput<P>& out,
                            const JAtomsShared<P>& j_atoms, const SharedWindow& window) {
    for (std::uint32_t k = threadIdx.x;; k += blockDim.x) {
        const std::uint32_t j =
            k / window.classes * bank_classes + window.first_class + k % window.classes;
        if (j >= window.count) break;
        const std::uint32_t slot = j_atoms.first_slot + window.first + j;
        ImageCode image{0, 0, 0, 0};
        if (source.images) image = out.slot_image[slot];
        put_point(source, j_atoms, window, j, source.site[out.slots[slot]], image);
    }
}

} // namespace mdsim
