// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/lists/halo.cuh"

namespace mdsim {

/// The slots of a window as the distance tests want them: w is the squared distance from the
/// centre of the tile.
template <class Real> struct WindowSlots {
    Vec4<Real>* point;   ///< the entry behind the last slot is far from everything
    std::uint16_t* type; ///< null where there is one type
    std::uint32_t first; ///< number of the first slot
    std::uint32_t count;
    std::uint32_t far_slot;
};

/// Lists of slots near each group of the tile, apart for each class of banks.
struct Candidates {
    std::uint16_t* entry; ///< [group][class][room]
    std::uint32_t* count; ///< [group][class], rounded up to chunks with far slots
    std::uint16_t* own;   ///< [atom of the tile]: where its list has the atom itself, or none
    std::uint32_t room;

    static constexpr std::uint16_t none = 0xffff;

    __device__ std::uint16_t* list(std::uint32_t group, std::uint32_t c) const {
        return entry + (group * bank_classes + c) * room;
    }
};

/// Reads the slots of a window. All threads of the block.
template <class P>
__device__ void load_window(const ListSource<P>& source, const ListOutput<P>& out,
                            const HaloShared<P>& halo,
                            const WindowSlots<typename P::Real>& window) {
    using Real = typename P::Real;
    const std::uint32_t padded = (window.count + warp_lanes - 1) / warp_lanes * warp_lanes;
    constexpr Real beyond = sizeof(Real) == 4 ? Real(1e30) : Real(1e200);
    for (std::uint32_t j = threadIdx.x; j < padded; j += blockDim.x) {
        Vec4<Real> point{beyond, beyond, beyond, beyond};
        if (j < window.count) {
            const std::uint32_t slot = halo.first_slot + window.first + j;
            const Site<P> site = source.site[out.slots[slot]];
            const auto r = source.images ? imaged<P>(site.position(), halo.centre,
                                                     out.slot_image[slot], {}, source.scale)
                                         : nearest<P>(site.position(), halo.centre, source.scale);
            point = {r.x, r.y, r.z, dot(r, r)};
            if (window.type != nullptr) window.type[j] = static_cast<std::uint16_t>(site.type);
        }
        window.point[j] = point;
    }
    if (threadIdx.x == 0) {
        window.point[window.far_slot] = {0, 0, 0, beyond};
        if (window.type != nullptr) window.type[window.far_slot] = 0;
    }
}

/// Collects the slots of the window near one group of the tile, by classes; returns the longest
/// list, which may be more than there is room for. One warp.
template <class P>
__device__ std::uint32_t
collect_candidates(const HaloShared<P>& halo, std::uint32_t group, typename P::Real range2,
                   const WindowSlots<typename P::Real>& window, const Candidates& candidates) {
    using Real = typename P::Real;
    const std::uint32_t lane = threadIdx.x % warp_lanes;
    const std::uint32_t c = lane % bank_classes;
    const std::uint32_t before = 0x01010101u << c & ((1u << lane) - 1);
    const std::uint32_t same_class = 0x01010101u << c;
    const RealBox<Real> box = halo.own[group];
    const std::uint32_t own_first = halo.own_slot + group * warp_lanes - window.first;
    candidates.own[group * warp_lanes + lane] = Candidates::none;
    __syncwarp();
    std::uint16_t* list = candidates.list(group, c);
    std::uint32_t count = 0;
    for (std::uint32_t base = 0; base < window.count; base += warp_lanes) {
        const std::uint32_t j = base + lane;
        const auto p = window.point[j];
        const bool near = distance2(box, Vec3<Real>{p.x, p.y, p.z}) <= range2;
        const std::uint32_t hits = __ballot_sync(all_lanes, near);
        const std::uint32_t place = count + __popc(hits & before);
        if (near && place < candidates.room) list[place] = entry_of(j);
        if (near && j - own_first < warp_lanes)
            candidates.own[group * warp_lanes + (j - own_first)] =
                static_cast<std::uint16_t>(place);
        count += __popc(hits & same_class);
    }
    if (lane < bank_classes && count <= candidates.room) {
        const std::uint32_t padded = (count + chunk_entries - 1) / chunk_entries * chunk_entries;
        for (std::uint32_t k = count; k < padded; ++k) list[k] = entry_of(window.far_slot);
        candidates.count[group * bank_classes + c] = padded;
    }
    return warp_largest(count);
}

} // namespace mdsim
