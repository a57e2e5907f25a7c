// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

#include "cpu/simd/pack.hpp"
#include "cpu/simd/tile_kernels.hpp"
#include "physics/pair/potential.hpp"

namespace mdsim::simd::MDSIM_SIMD {

/// How the parameters of a pair are found: there is one set for all, or a shuffle picks from at
/// most 16 numbers, or they are gathered from memory.
enum class TypeTable { single, few, many };

/// The potential and squared cutoff of the pairs in a pack.
template <class Potential, TypeTable table> class PairParameters {
    using Real = typename Potential::value_type;
    using Numbers = Pack<Real>;
    using WidePotential = typename Potential::template rebind<Numbers>;
    static constexpr std::size_t constants = potential_constants<Potential>;

  public:
    MDSIM_HD PairParameters(const PotentialTable<Real>& potential, Numbers lane_types)
        : potential_(potential),
          row_(scaled(bits_of(lane_types), static_cast<int>(potential.types))) {
        if constexpr (table == TypeTable::single) {
            for (std::size_t k = 0; k <= constants; ++k)
                shared_[k] = Numbers(potential.values[k * potential.stride]);
        }
    }

    /// The potentials of the lanes' pairs with neighbours of these types. Sets `cutoff2` to their
    /// squared cutoffs.
    MDSIM_HD WidePotential potential_for(Numbers neighbour_types, Numbers& cutoff2) const {
        PotentialConstants<WidePotential> wide;
        for (std::size_t k = 0; k < constants; ++k) wide.value[k] = constant(k, neighbour_types);
        cutoff2 = constant(constants, neighbour_types);
        return potential_of<WidePotential>(wide);
    }

  private:
    MDSIM_HD Numbers constant(std::size_t k, Numbers neighbour_types) const {
        if constexpr (table == TypeTable::single) {
            return shared_[k];
        } else {
            const IndexPack<Real> pair = row_ + bits_of(neighbour_types);
            const Real* column = potential_.values + k * potential_.stride;
            if constexpr (table == TypeTable::few)
                return lookup_short(column, pair);
            else
                return lookup(column, pair);
        }
    }

    PotentialTable<Real> potential_;
    IndexPack<Real> row_;
    Numbers shared_[constants + 1];
};

/// The sums so far for the atoms in the lanes of a pack.
template <class Real, bool with_energy> struct LaneAccumulator {
    using Numbers = Pack<Real>;
    Numbers force[3];
    Numbers energy;
    Numbers virial[6];

    MDSIM_HD LaneAccumulator() {
        const Numbers zero(Real(0));
        for (Numbers& f : force) f = zero;
        energy = zero;
        for (Numbers& w : virial) w = zero;
    }

    MDSIM_HD void add(Numbers dx, Numbers dy, Numbers dz, Numbers force_over_r) {
        force[0] = fused_multiply_add(force_over_r, dx, force[0]);
        force[1] = fused_multiply_add(force_over_r, dy, force[1]);
        force[2] = fused_multiply_add(force_over_r, dz, force[2]);
        if constexpr (with_energy) {
            const Numbers fx = force_over_r * dx;
            const Numbers fy = force_over_r * dy;
            const Numbers fz = force_over_r * dz;
            virial[0] = fused_multiply_add(fx, dx, virial[0]);
            virial[1] = fused_multiply_add(fy, dy, virial[1]);
            virial[2] = fused_multiply_add(fz, dz, virial[2]);
            virial[3] = fused_multiply_add(fx, dy, virial[3]);
            virial[4] = fused_multiply_add(fx, dz, virial[4]);
            virial[5] = fused_multiply_add(fy, dz, virial[5]);
        }
    }

    MDSIM_HD static void add_to(Real* sum, Numbers part) { (Numbers::load(sum) + part).store(sum); }

    /// Adds to the sums of a group, from this lane on; energy and virial count half of each pair.
    template <class P> MDSIM_HD void flush(LaneSums<P>& sums, int lane) const {
        for (int a = 0; a < 3; ++a) add_to(sums.force[a] + lane, force[a]);
        if constexpr (with_energy) {
            const Numbers half(Real(0.5));
            add_to(sums.energy + lane, half * energy);
            for (int a = 0; a < 6; ++a) add_to(sums.virial[a] + lane, half * virial[a]);
        }
    }
};

/// The records of the atoms in the lanes from `lane` on.
template <class P>
MDSIM_HD Quad<typename P::Real> own_records(const TileForceArgs<P>& a, std::uint32_t group,
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

/// Adds the force of one neighbour to each lane.
template <class Potential, bool with_energy, class Real, TypeTable table>
MDSIM_HD void add_pairs(const Real* samples, const Quad<Real>& own, const Quad<Real>& other,
                        const PairParameters<Potential, table>& parameters,
                        LaneAccumulator<Real, with_energy>& sum) {
    using Numbers = Pack<Real>;
    const Numbers dx = own.x - other.x;
    const Numbers dy = own.y - other.y;
    const Numbers dz = own.z - other.z;
    const Numbers r2 = fused_multiply_add(dz, dz, fused_multiply_add(dy, dy, dx * dx));
    Numbers cutoff2;
    const auto potential = parameters.potential_for(other.w, cutoff2);
    const auto term = evaluate_potential(potential, r2, samples);
    const auto inside = r2 < cutoff2;
    sum.add(dx, dy, dz, keep(inside, term.force_over_r));
    if constexpr (with_energy) sum.energy = sum.energy + keep(inside, term.energy);
}

/// Prefetches the list entries that stand `ahead` bytes behind a block. The address may lie beyond
/// the lists: a prefetch never faults.
MDSIM_HD void fetch_ahead(const std::uint16_t* block, std::size_t ahead) {
    const char* first = reinterpret_cast<const char*>(block) + ahead;
    for (std::size_t i = 0; i < EntryRun::capacity(EntryRun::row_block) * sizeof *block; i += 64)
        __builtin_prefetch(first + i, 0, 2);
}

/// Walks the entries of one group in one window, for the pack of lanes from `lane` on.
template <class Potential, bool with_energy, TypeTable table, class P>
MDSIM_HD void walk_entries(const TileForceArgs<P>& a, const EntryRun& run, std::size_t window,
                           std::uint32_t group, int lane) {
    using Real = typename P::Real;
    const Quad<Real> own = own_records(a, group, lane);
    const PairParameters<Potential, table> parameters(a.potential, own.w);
    const Real* base = &a.records[window * SlotLayout<P>::window_records].x;
    const std::uint16_t* block = run.entries + EntryRun::place(0, static_cast<std::uint32_t>(lane));
    LaneAccumulator<Real, with_energy> sum;
    for (std::uint32_t first = 0; first < run.rows; first += EntryRun::row_block) {
        const std::uint32_t left = run.rows - first;
        const std::uint32_t rows = left < EntryRun::row_block ? left : EntryRun::row_block;
        if (lane == 0 && a.ahead > 0) fetch_ahead(block, a.ahead);
        for (std::uint32_t row = 0; row < rows; ++row) {
            const Quad<Real> other = load_records<EntryRun::row_block>(base, block + row);
            add_pairs<Potential, with_energy>(a.potential.samples, own, other, parameters, sum);
        }
        block += EntryRun::capacity(EntryRun::row_block);
    }
    sum.flush(a.sums[group], lane);
}

/// Adds the forces of one potential on the atoms of one tile.
template <class Potential, bool with_energy, TypeTable table, class P>
void tile_force(const TileForceArgs<P>& a) {
    const std::uint32_t groups = a.tile->groups;
    for (std::uint32_t window = 0; window < a.tile->windows; ++window) {
        for (std::uint32_t group = 0; group < groups; ++group) {
            const EntryRun& run = a.runs[window * groups + group];
            for (int lane = 0; lane < group_lanes; lane += Pack<typename P::Real>::width)
                walk_entries<Potential, with_energy, table, P>(a, run, window, group, lane);
        }
    }
}

} // namespace mdsim::simd::MDSIM_SIMD
