// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "cpu/simd/curve_values.hpp"
#include "cpu/simd/density_entries.hpp"
#include "cpu/simd/force_entries.hpp"

namespace mdsim::simd::MDSIM_SIMD {

/// `by_curve` where a curve says what pairs give, otherwise what `exact` returns, which are hardly
/// ever asked: the pairs within its core.
template <class Exact>
MDSIM_HD Pack<float> outside_core(const RadialCurve& curve, Pack<float> r2, Pack<float> by_curve,
                                  const Exact& exact) {
    const auto inside = r2 < Pack<float>(curve.core2);
    if (__builtin_expect(bits_of_mask(inside) != 0, false))
        return select(inside, exact() * Pack<float>(curve.inverse_unit), by_curve);
    return by_curve;
}

/// The densities of a pair functional by their curve, where there is one type.
template <class Functional> struct CurveDensityWalk : DensityWalk<Functional> {
    using Base = DensityWalk<Functional>;
    using typename Base::Numbers;
    using typename Base::Real;
    using typename Base::Sums;
    template <class P> using Args = TileDensityArgs<P>;

    template <bool one_type, class WideFunctional>
    MDSIM_HD static void add(const WideFunctional& functional, const PotentialTable<Real>& table,
                             const Neighbours<Real>& n, Sums& sum) {
        Base::add_part(
            outside_core(table.curve, n.r2, curve_value(table.curve, n.r2, n.cutoff2),
                         [&] { return evaluate_density(functional, n.r2, table.samples); }),
            n, sum);
    }

    template <class P>
    MDSIM_HD static void flush(Sums sum, const Args<P>& a, std::uint32_t group, int lane) {
        sum.density = sum.density * Numbers(a.potential.curve.unit);
        Base::flush(sum, a, group, lane);
    }
};

/// The forces of a pair functional by their curve, where there is one type; energies, which are
/// asked for seldom, are those of the functional itself.
template <class Functional, bool with_energy>
struct CurveForceWalk : FunctionalWalk<Functional, with_energy> {
    using Base = FunctionalWalk<Functional, with_energy>;
    using typename Base::Real;
    using typename Base::Sums;
    using Numbers = Pack<Real>;
    template <class P> using Args = TileForceArgs<P>;

    template <bool one_type, class WideFunctional>
    MDSIM_HD static void add(const WideFunctional& functional, const PotentialTable<Real>& table,
                             const Neighbours<Real>& n, Sums& sum) {
        const auto exact = [&] {
            return evaluate_functional<true>(functional, n.r2, n.own, n.other, table.samples);
        };
        PairTerm<Numbers> term;
        if constexpr (with_energy) term.energy = exact().energy;
        term.force_over_r = outside_core(table.curve, n.r2,
                                         curve_sum(table.curve, n.r2, n.cutoff2, n.own + n.other),
                                         [&] { return exact().force_over_r; });
        Base::add_term(term, n, sum);
    }

    template <class P>
    MDSIM_HD static void flush(Sums sum, const Args<P>& a, std::uint32_t group, int lane) {
        const Numbers unit(a.potential.curve.unit);
        for (Numbers& f : sum.force) f = unit * f;
        if constexpr (with_energy)
            for (Numbers& w : sum.virial) w = unit * w;
        Base::flush(sum, a, group, lane);
    }
};

} // namespace mdsim::simd::MDSIM_SIMD
