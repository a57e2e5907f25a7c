// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

#include "cpu/simd/pack.hpp"
#include "cpu/simd/pair_parameters.hpp"
#include "cpu/simd/tile_kernels.hpp"

namespace mdsim::simd::MDSIM_SIMD {

/// The records of the atoms in the lanes from `lane` on.
template <class P>
MDSIM_HD Quad<typename P::Real> own_records(const TileWalkArgs<P>& a, std::uint32_t group,
                                            int lane) {
    using Real = typename P::Real;
    using Numbers = Pack<Real>;
    alignas(64) Real own[4][Numbers::width];
    const std::uint32_t* record = a.tile->lane_record.data() + group * group_lanes + lane;
    for (int i = 0; i < Numbers::width; ++i) {
        const Vec4<Real>& r = a.records[record[i]];
        own[0][i] = r.x;
        own[1][i] = r.y;
        own[2][i] = r.z;
        own[3][i] = r.w;
    }
    return {Numbers::load(own[0]), Numbers::load(own[1]), Numbers::load(own[2]),
            Numbers::load(own[3])};
}

/// Prefetches the list entries that stand `ahead` bytes behind a block. The address may lie beyond
/// the lists: a prefetch never faults.
MDSIM_HD void fetch_ahead(const std::uint16_t* block, std::size_t ahead) {
    const char* first = reinterpret_cast<const char*>(block) + ahead;
    for (std::size_t i = 0; i < EntryRun::capacity(EntryRun::row_block) * sizeof *block; i += 64)
        __builtin_prefetch(first + i, 0, 2);
}

/// The neighbours of the atoms in a pack, one a lane.
template <class Real> struct Neighbours {
    using Numbers = Pack<Real>;
    Numbers dx, dy, dz; ///< from the neighbour to the atom [length]
    Numbers r2;         ///< squared distance [length^2]
    Numbers cutoff2;    ///< the neighbour counts where r2 is below [length^2]
    Numbers own, other; ///< the last numbers of the records
};

template <class Real>
MDSIM_HD Neighbours<Real> neighbours_of(const Quad<Real>& own, const Quad<Real>& other,
                                        Pack<Real> cutoff2) {
    const Pack<Real> dx = own.x - other.x;
    const Pack<Real> dy = own.y - other.y;
    const Pack<Real> dz = own.z - other.z;
    const Pack<Real> r2 = fused_multiply_add(dz, dz, fused_multiply_add(dy, dy, dx * dx));
    return {dx, dy, dz, r2, cutoff2, own.w, other.w};
}

/// Adds what the neighbours in some rows of a block give, row by row.
template <class Walk, class Real, TypeTable table>
MDSIM_HD void add_rows(const PotentialTable<Real>& table_of_pairs, const Real* base,
                       const std::uint16_t* block, std::uint32_t rows, const Quad<Real>& own,
                       const PairParameters<typename Walk::Formula, table>& parameters,
                       typename Walk::Sums& sum) {
    for (std::uint32_t row = 0; row < rows; ++row) {
        const Quad<Real> other = load_records<EntryRun::row_block>(base, block + row);
        Pack<Real> cutoff2;
        const auto formula = parameters.formula_for(Walk::types_of(other.w), cutoff2);
        Walk::template add<table == TypeTable::single>(formula, table_of_pairs,
                                                       neighbours_of(own, other, cutoff2), sum);
    }
}

/// The same where all atoms are of one type, for a Walk that reads memory at places that distances
/// name: it locates the neighbours of all rows before it reads anything, so that distances of many
/// rows are computed at a time.
template <class Walk, class Real, TypeTable table>
MDSIM_HD void add_located_rows(const PotentialTable<Real>& table_of_pairs, const Real* base,
                               const std::uint16_t* block, std::uint32_t rows,
                               const Quad<Real>& own,
                               const PairParameters<typename Walk::Formula, table>& parameters,
                               typename Walk::Sums& sum) {
    static_assert(table == TypeTable::single);
    Pack<Real> cutoff2;
    const auto formula = parameters.formula_for(Walk::types_of(own.w), cutoff2);
    typename Walk::Located located[EntryRun::row_block];
    for (std::uint32_t row = 0; row < rows; ++row) {
        const Quad<Real> other = load_records<EntryRun::row_block>(base, block + row);
        Walk::locate(table_of_pairs, neighbours_of(own, other, cutoff2), located[row]);
    }
    for (std::uint32_t row = 0; row < rows; ++row)
        Walk::add_located(formula, table_of_pairs, located[row], own.w, cutoff2, sum);
}

/// Walks the entries of one group in one window, for the pack of lanes from `lane` on.
template <class Walk, TypeTable table, class P>
MDSIM_HD void walk_entries(const typename Walk::template Args<P>& a, const EntryRun& run,
                           std::size_t window, std::uint32_t group, int lane) {
    using Real = typename P::Real;
    const Quad<Real> own = own_records(a, group, lane);
    const PairParameters<typename Walk::Formula, table> parameters(a.potential,
                                                                   Walk::types_of(own.w));
    const Real* base = &a.records[window * SlotLayout<P>::window_records].x;
    const std::uint16_t* block = run.entries + EntryRun::place(0, static_cast<std::uint32_t>(lane));
    typename Walk::Sums sum;
    for (std::uint32_t first = 0; first < run.rows; first += EntryRun::row_block) {
        const std::uint32_t left = run.rows - first;
        const std::uint32_t rows = left < EntryRun::row_block ? left : EntryRun::row_block;
        if (lane == 0 && a.ahead > 0) fetch_ahead(block, a.ahead);
        if constexpr (requires { typename Walk::Located; })
            add_located_rows<Walk>(a.potential, base, block, rows, own, parameters, sum);
        else
            add_rows<Walk>(a.potential, base, block, rows, own, parameters, sum);
        if constexpr (requires { Walk::end_block(a, block, rows, lane, sum); })
            Walk::end_block(a, block, rows, lane, sum);
        block += EntryRun::capacity(EntryRun::row_block);
    }
    Walk::flush(sum, a, group, lane);
}

/// Walks the entries of one potential or functional in one tile. A Walk says what is made of them:
///
/// - `Formula`, a potential or a functional, one of each pair of types;
/// - `Args<P>`, what the kernel is given, and `Sums`, what is summed for a pack of lanes;
/// - `types_of(w)`, the types that the last numbers of records hold;
/// - `add<one_type>(formula, table, neighbours, sum)`, where all atoms may be of one type, and
///   `flush(sum, args, group, lane)`, which adds the sums to those of the tile;
/// - or in place of add(), `Located`, `locate(table, neighbours, located)` and
///   `add_located(formula, table, located, own, cutoff2, sum)`: see add_located_rows();
/// - optional: `end_block(args, block, rows, lane, sum)`, behind the rows of a block, and
///   `end_run(args, number)`, behind all lanes of a run.
template <class Walk, TypeTable table, class P>
void walk_tile(const typename Walk::template Args<P>& a) {
    const std::uint32_t groups = a.tile->groups;
    for (std::uint32_t window = 0; window < a.tile->windows; ++window) {
        for (std::uint32_t group = 0; group < groups; ++group) {
            const EntryRun& run = a.runs[window * groups + group];
            for (int lane = 0; lane < group_lanes; lane += Pack<typename P::Real>::width)
                walk_entries<Walk, table, P>(a, run, window, group, lane);
            if constexpr (requires { Walk::end_run(a, std::size_t{}); })
                Walk::end_run(a, std::size_t{window} * groups + group);
        }
    }
}

} // namespace mdsim::simd::MDSIM_SIMD
