// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "core/tagged_real.hpp"
#include "cpu/simd/pack.hpp"
#include "cpu/simd/tile_kernels.hpp"
#include "cpu/simd/walk_entries.hpp"
#include "cpu/simd/widened.hpp"
#include "ops/wanted_sums.hpp"
#include "physics/functional/pair_functional.hpp"
#include "physics/pair/potential.hpp"

namespace mdsim::simd::MDSIM_SIMD {

/// The sums so far for the atoms in the lanes of a pack.
template <class Real, WantedSums wanted> struct LaneAccumulator {
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
        if constexpr (wanted == WantedSums::none) return;
        const Numbers fx = force_over_r * dx;
        const Numbers fy = force_over_r * dy;
        const Numbers fz = force_over_r * dz;
        virial[0] = fused_multiply_add(fx, dx, virial[0]);
        virial[1] = fused_multiply_add(fy, dy, virial[1]);
        virial[2] = fused_multiply_add(fz, dz, virial[2]);
        if constexpr (wanted == WantedSums::all) {
            virial[3] = fused_multiply_add(fx, dy, virial[3]);
            virial[4] = fused_multiply_add(fx, dz, virial[4]);
            virial[5] = fused_multiply_add(fy, dz, virial[5]);
        }
    }

    MDSIM_HD static void add_to(Real* sum, Numbers part) { (Numbers::load(sum) + part).store(sum); }

    /// Adds to the sums of a group, from this lane on; energy and virial count half of each pair.
    template <class P> MDSIM_HD void flush(LaneSums<P>& sums, int lane) const {
        for (int a = 0; a < 3; ++a) add_to(sums.force[a] + lane, force[a]);
        if constexpr (wanted == WantedSums::none) return;
        const Numbers half(Real(0.5));
        constexpr int components = wanted == WantedSums::all ? 6 : 3;
        for (int a = 0; a < components; ++a) add_to(sums.virial[a] + lane, half * virial[a]);
        if constexpr (wanted == WantedSums::all) add_to(sums.energy + lane, half * energy);
    }
};

/// What walks have in common that sum up forces.
template <class Real, WantedSums wanted> struct ForceWalk {
    using Sums = LaneAccumulator<Real, wanted>;
    template <class P> using Args = TileForceArgs<P>;

    MDSIM_HD static void add_term(const PairTerm<Pack<Real>>& term, const Neighbours<Real>& n,
                                  Sums& sum) {
        const auto inside = n.r2 < n.cutoff2;
        sum.add(n.dx, n.dy, n.dz, keep(inside, term.force_over_r));
        if constexpr (wanted == WantedSums::all)
            sum.energy = sum.energy + keep(inside, term.energy);
    }

    template <class P>
    MDSIM_HD static void flush(const Sums& sum, const Args<P>& a, std::uint32_t group, int lane) {
        sum.flush(a.sums[group], lane);
    }
};

/// The forces of a pair potential; records hold types.
template <class Potential, WantedSums wanted>
struct PotentialWalk : ForceWalk<typename Potential::value_type, wanted> {
    using Real = typename Potential::value_type;
    using Formula = Potential;

    MDSIM_HD static IndexPack<Real> types_of(Pack<Real> w) { return bits_of(w); }

    template <bool one_type, class WidePotential>
    MDSIM_HD static void add(const WidePotential& potential, const PotentialTable<Real>& table,
                             const Neighbours<Real>& n, LaneAccumulator<Real, wanted>& sum) {
        PotentialWalk::add_term(evaluate_potential(potential, n.r2, table.samples), n, sum);
    }
};

/// The forces of a pair functional, the second walk of its round; records hold what the channel
/// does: slopes, which are tagged with the type if there are several.
template <class Functional, WantedSums wanted>
struct FunctionalWalk : ForceWalk<typename Functional::value_type, wanted> {
    using Real = typename Functional::value_type;
    using Formula = Functional;

    MDSIM_HD static IndexPack<Real> types_of(Pack<Real> w) {
        return bits_of(w) & widened_integer<Real>(tag_mask<Real>);
    }

    template <bool one_type, class WideFunctional>
    MDSIM_HD static void add(const WideFunctional& functional, const PotentialTable<Real>& table,
                             const Neighbours<Real>& n, LaneAccumulator<Real, wanted>& sum) {
        FunctionalWalk::add_term(
            evaluate_functional<one_type>(functional, n.r2, n.own, n.other, table.samples), n, sum);
    }
};

/// What atoms have of energy and virial by a pair functional: of its virial what depends on the
/// energies of neighbours, F'(rho_j) w(r_ji) and half of phi. The forces that it adds mean nothing.
///
/// It is found from the term of the contract, in which slopes occur linearly: with a slope of zero
/// at the atom, less half of what both slopes of zero give. Twice that is added, as sums count
/// half.
template <class Functional>
struct ShareWalk : ForceWalk<typename Functional::value_type, WantedSums::all> {
    using Real = typename Functional::value_type;
    using Formula = Functional;

    MDSIM_HD static IndexPack<Real> types_of(Pack<Real> w) {
        return FunctionalWalk<Functional, WantedSums::all>::types_of(w);
    }

    template <bool one_type, class WideFunctional>
    MDSIM_HD static void add(const WideFunctional& functional, const PotentialTable<Real>& table,
                             const Neighbours<Real>& n,
                             LaneAccumulator<Real, WantedSums::all>& sum) {
        const Pack<Real> none(Real(0));
        const auto pair =
            evaluate_functional<one_type>(functional, n.r2, none, none, table.samples);
        auto term = evaluate_functional<one_type>(functional, n.r2, none, n.other, table.samples);
        term.force_over_r = term.force_over_r + (term.force_over_r - pair.force_over_r);
        ShareWalk::add_term(term, n, sum);
    }
};

} // namespace mdsim::simd::MDSIM_SIMD
