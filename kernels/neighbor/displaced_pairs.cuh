// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/neighbor/missing_pair.cuh"
#include "kernels/neighbor/near_groups.cuh"

namespace mdsim {

/// The displaced atoms of the cell in hand.
template <class P> struct OwnDisplaced {
    MovedAtom<P> atom[most_displaced_atoms];
    std::uint32_t count;
};

/// The cell a step away; no atoms beyond an open face.
template <class P>
__device__ bool step_to(const ListSource<P>& source, std::uint32_t from, const CellStep& s,
                        std::uint32_t& to) {
    const Vec3<int> n = source.grid.count;
    const Vec3<int> at = place_of(source.cells.global_of(from), source.grid);
    Vec3<int> image;
    const Vec3<int> c{wrapped(at.x + s.x, n.x, image.x), wrapped(at.y + s.y, n.y, image.y),
                      wrapped(at.z + s.z, n.z, image.z)};
    to = source.cells.local_of(static_cast<std::uint32_t>(c.x + n.x * (c.y + n.y * c.z)));
    return to != no_cell && (image.x == 0 || source.wraps[0]) &&
           (image.y == 0 || source.wraps[1]) && (image.z == 0 || source.wraps[2]);
}

/// The cell in hand, as seen from its middle.
template <class P> struct OwnCell {
    Vec3<typename P::Fraction> middle;
    RealBox<typename P::Real> box;

    __device__ OwnCell(const ListSource<P>& source, std::uint32_t cell) {
        const GroupBox<P> all =
            cell_box<P>(place_of(source.cells.global_of(cell), source.grid), source);
        middle = all.middle();
        box = seen_box<P>(all, {0, 0, 0, 0}, middle, source);
    }
    /// Whether an atom may be near one that was in the cell.
    __device__ bool is_near(const ListSource<P>& source, const Site<P>& site) const {
        return distance2(box, nearest<P>(site.position(), middle, *source.built)) <=
               ample_range2(source);
    }
};

/// Displaced atoms of other cells that may be near those of the cell in hand.
template <class P> struct DisplacedAround {
    static constexpr std::uint32_t most = 160;

    MovedAtom<P> atom[most];
    std::uint32_t count; ///< also of those for which there was no capacity

    __device__ std::uint32_t kept() const { return count < most ? count : most; }
};

/// Whether a pair of a displaced atom with one of the cell in hand is missing.
template <class P>
__device__ bool displaced_has_missing_pair(const MissingPairSearch<P>& search,
                                           const OwnDisplaced<P>& own,
                                           const MovedAtom<P>& displaced) {
    bool found = false;
    for (std::uint32_t i = 0; i < own.count; ++i)
        found |= is_missing_pair(search, own.atom[i], displaced.now,
                                 [&displaced] { return displaced.then; });
    return found;
}

/// Cells around, and how many displaced atoms there are before each.
struct DisplacedCells {
    std::uint32_t cell[warp_lanes];
    std::uint32_t before[warp_lanes + 1];
};

/// Counts the displaced atoms of a batch of cells of the stencil, of those after the cell itself.
/// One warp.
template <class P>
__device__ void count_displaced(const MissingPairSearch<P>& search, int buffer, std::uint32_t cell,
                                std::uint32_t batch, DisplacedCells& cells) {
    const std::uint32_t lane = threadIdx.x % warp_lanes;
    std::uint32_t other = 0;
    std::uint32_t count = 0;
    if (batch + lane < search.source.step_count &&
        step_to(search.source, cell, search.source.steps[batch + lane], other) && other > cell)
        count = min(pick(search.displaced.count, buffer)[other], search.displaced.capacity);
    const std::uint32_t before = sum_before(count, lane);
    cells.cell[lane] = other;
    cells.before[lane] = before;
    if (lane + 1 == warp_lanes) cells.before[warp_lanes] = before + count;
}

/// Collects those displaced atoms of a batch of cells that may be near the cell in hand; those for
/// which there is no capacity are tested at once. All threads share the atoms.
template <class P>
__device__ bool collect_batch(const MissingPairSearch<P>& search, int buffer,
                              const OwnCell<P>& own_cell, const OwnDisplaced<P>& own,
                              const DisplacedCells& cells, DisplacedAround<P>& around) {
    bool found = false;
    for (std::uint32_t f = threadIdx.x; f < cells.before[warp_lanes]; f += search_threads) {
        std::uint32_t c = 0;
        for (std::uint32_t step = warp_lanes / 2; step > 0; step /= 2)
            c += cells.before[c + step] <= f ? step : 0;
        const MovedAtom<P> displaced = displaced_atom(
            search.atoms, buffer, search.displaced.atom_of(cells.cell[c], f - cells.before[c]));
        if (!own_cell.is_near(search.source, displaced.now)) continue;
        const std::uint32_t place = atomicAdd(&around.count, 1u);
        if (place < DisplacedAround<P>::most)
            around.atom[place] = displaced;
        else
            found |= displaced_has_missing_pair(search, own, displaced);
    }
    return found;
}

/// Collects the displaced atoms around a cell, of cells after it. Returns whether a pair with one
/// that did not fit is missing. All threads.
template <class P>
__device__ bool collect_displaced(const MissingPairSearch<P>& search, int buffer,
                                  std::uint32_t cell, const OwnDisplaced<P>& own,
                                  DisplacedCells& cells, DisplacedAround<P>& around) {
    const OwnCell<P> own_cell(search.source, cell);
    bool found = false;
    for (std::uint32_t batch = 0; batch < search.source.step_count; batch += warp_lanes) {
        if (threadIdx.x < warp_lanes) count_displaced(search, buffer, cell, batch, cells);
        __syncthreads();
        found |= collect_batch(search, buffer, own_cell, own, cells, around);
        __syncthreads();
    }
    return found;
}

/// Whether a pair is missing of two displaced atoms of the cell in hand, or of one of them with one
/// around. All threads share the pairs.
template <class P>
__device__ bool displaced_have_missing_pair(const MissingPairSearch<P>& search,
                                            const OwnDisplaced<P>& own,
                                            const DisplacedAround<P>& around) {
    bool found = false;
    const std::uint32_t others = own.count + around.kept();
    for (std::uint32_t k = threadIdx.x; k < own.count * others; k += search_threads) {
        const std::uint32_t a = k % own.count;
        const std::uint32_t b = k / own.count;
        if (b <= a) continue;
        const MovedAtom<P>& other = b < own.count ? own.atom[b] : around.atom[b - own.count];
        found |= is_missing_pair(search, own.atom[a], other.now, [&other] { return other.then; });
    }
    return found;
}

} // namespace mdsim
