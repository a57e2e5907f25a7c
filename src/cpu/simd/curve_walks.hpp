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

/// Neighbours that have been located on a curve.
template <int functions> struct LocatedNeighbours {
    Pack<float> dx, dy, dz, r2, other;
    CurvePlaces<functions> at;

    MDSIM_HD void set(const RadialCurve& curve, const Neighbours<float>& n) {
        dx = n.dx;
        dy = n.dy;
        dz = n.dz;
        r2 = n.r2;
        other = n.other;
        locate_on_curve(curve, n.r2, n.cutoff2, at);
    }
    MDSIM_HD Neighbours<float> neighbours(Pack<float> own, Pack<float> cutoff2) const {
        return {dx, dy, dz, r2, cutoff2, own, other};
    }
};

/// The densities of a pair functional by their curve, where there is one type.
template <class Functional> struct CurveDensityWalk : DensityWalk<Functional> {
    using Base = DensityWalk<Functional>;
    using typename Base::Numbers;
    using typename Base::Real;
    using typename Base::Sums;
    template <class P> using Args = TileDensityArgs<P>;

    struct Located {
        Numbers r2;
        CurvePlaces<1> at;
    };
    MDSIM_HD static void locate(const PotentialTable<Real>& table, const Neighbours<Real>& n,
                                Located& located) {
        located.r2 = n.r2;
        locate_on_curve(table.curve, n.r2, n.cutoff2, located.at);
    }

    template <class WideFunctional>
    MDSIM_HD static void add_located(const WideFunctional& functional,
                                     const PotentialTable<Real>& table, const Located& located,
                                     Numbers, Numbers cutoff2, Sums& sum) {
        const Numbers r2 = located.r2;
        const Numbers part =
            outside_core(table.curve, r2, curve_value(table.curve, located.at),
                         [&] { return evaluate_density(functional, r2, table.samples); });
        Base::add_part(part, r2 < cutoff2, sum);
    }

    template <class P>
    MDSIM_HD static void flush(Sums sum, const Args<P>& a, std::uint32_t group, int lane) {
        sum.density = sum.density * Numbers(a.potential.curve.unit);
        Base::flush(sum, a, group, lane);
    }
};

/// What walks have in common that sum up forces by a curve, where there is one type.
template <bool with_energy> struct CurveForces : ForceWalk<float, with_energy> {
    using Base = ForceWalk<float, with_energy>;
    using typename Base::Sums;
    using Numbers = Pack<float>;
    template <class P> using Args = TileForceArgs<P>;

    /// Adds forces over r in the unit of the curve; of pairs within its core, and energies, which
    /// are asked for seldom, what `exact` returns.
    template <class Exact>
    MDSIM_HD static void add_forces(const RadialCurve& curve, Numbers force_over_r,
                                    const Neighbours<float>& n, const Exact& exact, Sums& sum) {
        PairTerm<Numbers> term;
        if constexpr (with_energy) term.energy = exact().energy;
        term.force_over_r =
            outside_core(curve, n.r2, force_over_r, [&] { return exact().force_over_r; });
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

/// The forces of a pair functional by their curve.
template <class Functional, bool with_energy> struct CurveForceWalk : CurveForces<with_energy> {
    using typename CurveForces<with_energy>::Numbers;
    using typename CurveForces<with_energy>::Sums;
    using Formula = Functional;
    using Located = LocatedNeighbours<2>;

    MDSIM_HD static IndexPack<float> types_of(Numbers w) { return bits_of(w); }

    MDSIM_HD static void locate(const PotentialTable<float>& table, const Neighbours<float>& n,
                                Located& located) {
        located.set(table.curve, n);
    }

    template <class WideFunctional>
    MDSIM_HD static void add_located(const WideFunctional& functional,
                                     const PotentialTable<float>& table, const Located& located,
                                     Numbers own, Numbers cutoff2, Sums& sum) {
        const Neighbours<float> n = located.neighbours(own, cutoff2);
        const auto exact = [&] {
            return evaluate_functional<true>(functional, n.r2, n.own, n.other, table.samples);
        };
        CurveForceWalk::add_forces(table.curve, curve_sum(table.curve, located.at, n.own + n.other),
                                   n, exact, sum);
    }
};

/// The forces of a pair potential by their curve.
template <class Potential, bool with_energy> struct CurvePotentialWalk : CurveForces<with_energy> {
    using typename CurveForces<with_energy>::Numbers;
    using typename CurveForces<with_energy>::Sums;
    using Formula = Potential;
    using Located = LocatedNeighbours<1>;

    MDSIM_HD static IndexPack<float> types_of(Numbers w) { return bits_of(w); }

    MDSIM_HD static void locate(const PotentialTable<float>& table, const Neighbours<float>& n,
                                Located& located) {
        located.set(table.curve, n);
    }

    template <class WidePotential>
    MDSIM_HD static void add_located(const WidePotential& potential,
                                     const PotentialTable<float>& table, const Located& located,
                                     Numbers own, Numbers cutoff2, Sums& sum) {
        const Neighbours<float> n = located.neighbours(own, cutoff2);
        const auto exact = [&] { return evaluate_potential(potential, n.r2, table.samples); };
        CurvePotentialWalk::add_forces(table.curve, curve_value(table.curve, located.at), n, exact,
                                       sum);
    }
};

} // namespace mdsim::simd::MDSIM_SIMD
