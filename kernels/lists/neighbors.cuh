// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/lists/candidates.cuh"

namespace mdsim {

/// The neighbours of the tile's atoms, apart for each class of banks, as places in the lists of
/// candidates.
struct Neighbors {
    std::uint8_t* place; ///< [class][rank][atom]
    std::uint8_t* count; ///< [class][atom]
    std::uint32_t room;  ///< ranks of a class
    std::uint32_t atoms; ///< of a tile

    __device__ std::uint8_t* column(std::uint32_t c, std::uint32_t atom) const {
        return place + c * room * atoms + atom;
    }
};

/// What one atom is tested with: r_j^2 - 2 r_i r_j < range^2 - r_i^2 for its neighbours.
template <class Real> struct TestAtom {
    Vec3<Real> minus_twice; ///< -2 r_i, r_i from the centre of the tile
    Real limit;             ///< range^2 - r_i^2, or -r_i^2; with slack for rounding
    const Real* range2;     ///< by type of the other atom; null where there is one
};

/// Whether a slot is a neighbour.
template <bool one_type, class Real>
__device__ bool is_neighbor(const TestAtom<Real>& atom, std::uint32_t entry,
                            const WindowSlots<Real>& window) {
    const Vec4<Real> p = record_at(window.point, entry);
    Real d = fused_multiply_add(atom.minus_twice.x, p.x, p.w);
    d = fused_multiply_add(atom.minus_twice.y, p.y, d);
    d = fused_multiply_add(atom.minus_twice.z, p.z, d);
    if constexpr (one_type) {
        return d < atom.limit;
    } else {
        const Real range2 = atom.range2[window.type[entry / entry_unit]];
        return range2 > 0 && d < atom.limit + range2;
    }
}

/// Where the neighbours of one class and atom are noted.
struct NeighborColumn {
    std::uint8_t* begin;
    std::uint8_t* to;  ///< where the next one goes
    std::uint8_t* end; ///< behind the last that has room
    std::uint32_t stride;

    __device__ void add(std::uint32_t place) {
        *to = static_cast<std::uint8_t>(place);
        to += stride;
    }
    __device__ std::uint32_t count() const {
        return static_cast<std::uint32_t>(to - begin) / stride;
    }
};

/// The eight entries of a chunk.
template <class Use> __device__ void for_entries(const uint4& chunk, const Use& use) {
    const std::uint32_t pair[4] = {chunk.x, chunk.y, chunk.z, chunk.w};
#pragma unroll
    for (std::uint32_t k = 0; k < chunk_entries; ++k)
        use(k, k % 2 == 0 ? pair[k / 2] & 0xffffu : pair[k / 2] >> 16);
}

/// Tests eight candidates from place `first`, none of them the atom itself, with room for all.
template <bool one_type, class Real>
__device__ void test_chunk(const TestAtom<Real>& atom, const uint4& chunk, std::uint32_t first,
                           const WindowSlots<Real>& window, NeighborColumn& column) {
    for_entries(chunk, [&](std::uint32_t k, std::uint32_t entry) {
        if (is_neighbor<one_type>(atom, entry, window)) column.add(first + k);
    });
}

/// The same where the atom itself may be among them, at place `self`, or room be short; returns
/// whether there was room.
template <bool one_type, class Real>
__device__ bool test_chunk_with_care(const TestAtom<Real>& atom, const uint4& chunk,
                                     std::uint32_t first, std::uint32_t self,
                                     const WindowSlots<Real>& window, NeighborColumn& column) {
    bool room = true;
    for_entries(chunk, [&](std::uint32_t k, std::uint32_t entry) {
        if (first + k == self || !is_neighbor<one_type>(atom, entry, window)) return;
        if (column.to < column.end)
            column.add(first + k);
        else
            room = false;
    });
    return room;
}

/// Finds the neighbours of one atom a lane among the candidates of its group: those of every
/// `parts`-th class from `part`. Returns the most that an atom has of one class, more than there is
/// room for where some were left out. One warp.
template <bool one_type, class Real>
__device__ std::uint32_t
find_neighbors(const TestAtom<Real>& atom, std::uint32_t group, std::uint32_t part,
               std::uint32_t parts, const WindowSlots<Real>& window, const Candidates& candidates,
               const Neighbors& neighbors, std::uint32_t own_slot) {
    const std::uint32_t mine = group * warp_lanes + threadIdx.x % warp_lanes;
    const std::uint32_t stride = neighbors.atoms;
    bool room = true;
    std::uint32_t most = 0;
    for (std::uint32_t c = part; c < bank_classes; c += parts) {
        const auto* chunk = reinterpret_cast<const uint4*>(candidates.list(group, c));
        const std::uint32_t count = candidates.count[group * bank_classes + c];
        const std::uint32_t self =
            (own_slot + mine) % bank_classes == c ? candidates.own[mine] : Candidates::none;
        std::uint8_t* const begin = neighbors.column(c, mine);
        NeighborColumn column{begin, begin, begin + neighbors.room * stride, stride};
        const std::uint8_t* const ample = column.end - chunk_entries * stride;
        for (std::uint32_t q = 0; q < count; q += chunk_entries, ++chunk) {
            const bool care = column.to > ample || self / chunk_entries == q / chunk_entries;
            if (__any_sync(all_lanes, care))
                room =
                    test_chunk_with_care<one_type>(atom, *chunk, q, self, window, column) && room;
            else
                test_chunk<one_type>(atom, *chunk, q, window, column);
        }
        const std::uint32_t found = column.count();
        neighbors.count[c * stride + mine] = static_cast<std::uint8_t>(found);
        most = found > most ? found : most;
    }
    return __all_sync(all_lanes, room) ? warp_largest(most) : neighbors.room + 1;
}

} // namespace mdsim
