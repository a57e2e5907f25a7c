// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/lists/candidates.cuh"

namespace mdsim {

/// The neighbours of the tile's atoms as places in the lists of candidates, class after class of
/// banks. Every `parts`-th class belongs to one part, which has a column of its own for each atom.
struct Neighbors {
    std::uint8_t* place; ///< [part][rank][atom]
    std::uint8_t* count; ///< [class][atom]
    std::uint32_t room;  ///< ranks of a column
    std::uint32_t atoms; ///< of a tile
    std::uint32_t parts;

    __device__ std::uint8_t* column(std::uint32_t part, std::uint32_t atom) const {
        return place + part * room * atoms + atom;
    }

    /// The rank at which a class begins in the column of its part.
    __device__ std::uint32_t rank_of(std::uint32_t c, std::uint32_t atom) const {
        std::uint32_t rank = 0;
        for (std::uint32_t before = c % parts; before < c; before += parts)
            rank += count[before * atoms + atom];
        return rank;
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
__device__ bool is_neighbor(const TestAtom<Real>& atom, const Vec4<Real>& p, std::uint32_t entry,
                            const WindowSlots<Real>& window) {
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

/// Where the neighbours of one atom are noted, as addresses of shared memory: half as
/// wide as pointers, and the compiler need not fear for what else is in shared memory.
struct NeighborColumn {
    std::uint32_t begin;
    std::uint32_t to;  ///< where the next one goes
    std::uint32_t end; ///< behind the last that has room
    std::uint32_t stride;

    __device__ void add(std::uint32_t place) {
        asm volatile("st.shared.u8 [%0], %1;" ::"r"(to), "r"(place));
        to += stride;
    }
    __device__ std::uint32_t count() const { return (to - begin) / stride; }
};

/// The k-th entry of a chunk.
__device__ inline std::uint32_t entry_in(const uint4& chunk, std::uint32_t k) {
    const std::uint32_t pair[4] = {chunk.x, chunk.y, chunk.z, chunk.w};
    return k % 2 == 0 ? pair[k / 2] & 0xffffu : pair[k / 2] >> 16;
}

/// Tests eight candidates; bit k of the result says that number k is a neighbour.
template <bool one_type, class Real>
__device__ std::uint32_t test_chunk(const TestAtom<Real>& atom, const uint4& chunk,
                                    const WindowSlots<Real>& window) {
    Vec4<Real> point[chunk_entries];
#pragma unroll
    for (std::uint32_t k = 0; k < chunk_entries; ++k)
        point[k] = record_at(window.point, entry_in(chunk, k));
    std::uint32_t hits = 0;
#pragma unroll
    for (std::uint32_t k = 0; k < chunk_entries; ++k) {
        if (is_neighbor<one_type>(atom, point[k], entry_in(chunk, k), window)) hits |= 1u << k;
    }
    return hits;
}

/// Notes neighbours from place `first`; there is room for all.
__device__ inline void note_hits(std::uint32_t hits, std::uint32_t first, NeighborColumn& column) {
#pragma unroll
    for (std::uint32_t k = 0; k < chunk_entries; ++k) {
        if (hits & 1u << k) column.add(first + k);
    }
}

/// The same where room may be short; returns whether it was enough.
__device__ inline bool note_hits_with_care(std::uint32_t hits, std::uint32_t first,
                                           NeighborColumn& column) {
    for (; hits != 0; hits &= hits - 1) {
        if (column.to >= column.end) return false;
        column.add(first + static_cast<std::uint32_t>(__ffs(static_cast<int>(hits))) - 1);
    }
    return true;
}

/// Finds the neighbours of one atom a lane among the candidates of its group: those of every
/// class of a part. Returns the most that an atom has, more than there is room for where some were
/// left out. One warp.
template <bool one_type, class Real>
__device__ std::uint32_t find_neighbors(const TestAtom<Real>& atom, std::uint32_t group,
                                        std::uint32_t part, const WindowSlots<Real>& window,
                                        const Candidates& candidates, const Neighbors& neighbors,
                                        std::uint32_t own_slot) {
    const std::uint32_t mine = group * warp_lanes + threadIdx.x % warp_lanes;
    const std::uint32_t stride = neighbors.atoms;
    const auto begin =
        static_cast<std::uint32_t>(__cvta_generic_to_shared(neighbors.column(part, mine)));
    NeighborColumn column{begin, begin, begin + neighbors.room * stride, stride};
    const std::uint32_t ample = column.end - chunk_entries * stride;
    bool room = true;
    std::uint32_t before = 0;
    for (std::uint32_t c = part; c < bank_classes; c += neighbors.parts) {
        const auto* chunk = reinterpret_cast<const uint4*>(candidates.list(group, c));
        const std::uint32_t count = candidates.count[group * bank_classes + c];
        const std::uint32_t self =
            (own_slot + mine) % bank_classes == c ? candidates.own[mine] : Candidates::none;
        for (std::uint32_t q = 0; q < count; q += chunk_entries, ++chunk) {
            std::uint32_t hits = test_chunk<one_type>(atom, *chunk, window);
            if (self - q < chunk_entries) hits &= ~(1u << (self - q));
            if (__any_sync(all_lanes, column.to > ample))
                room = note_hits_with_care(hits, q, column) && room;
            else
                note_hits(hits, q, column);
        }
        const std::uint32_t found = column.count();
        neighbors.count[c * stride + mine] = static_cast<std::uint8_t>(found - before);
        before = found;
    }
    return __all_sync(all_lanes, room) ? warp_largest(before) : neighbors.room + 1;
}

} // namespace mdsim
