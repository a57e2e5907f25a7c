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
MDSIM_HD Pack<float> outside_core(Pack<float> r2, Pack<float> core2, Pack<float> by_curve,
                                  const Exact& exact) {
    const auto inside = r2 < core2;
    if (__builtin_expect(bits_of_mask(inside) != 0, false))
        return select(inside, exact(), by_curve);
    return by_curve;
}

/// A pack in memory.
struct alignas(Pack<float>) StoredPack {
    float lane[Pack<float>::width];

    MDSIM_HD void set(Pack<float> pack) { pack.store(lane); }
    MDSIM_HD Pack<float> get() const { return Pack<float>::load(lane); }
};

/// Neighbours that have been located on a curve. They lie in memory as numbers: of packs that are
/// copied between structs, compilers make a second copy that nobody reads.
template <int functions> struct LocatedNeighbours {
    StoredPack dx, dy, dz, r2;
    CurvePlaces<functions> at;

    template <class Curve> MDSIM_HD void set(const Curve& curve, const Neighbours<float>& n) {
        dx.set(n.dx);
        dy.set(n.dy);
        dz.set(n.dz);
        r2.set(n.r2);
        locate_on_curve(curve, n.r2, n.cutoff2, at);
    }
    MDSIM_HD Neighbours<float> neighbours(Pack<float> cutoff2, Pack<float> own,
                                          Pack<float> other) const {
        return {dx.get(), dy.get(), dz.get(), r2.get(), cutoff2, own, other};
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
        const RadialCurve& curve = table.curve;
        const Numbers part =
            outside_core(r2, Numbers(curve.core2), curve_value(curve.piece, located.at), [&] {
                return evaluate_density(functional, r2, table.samples) *
                       Numbers(curve.inverse_unit);
            });
        Base::add_part(part, r2 < cutoff2, sum);
    }

    template <class P>
    MDSIM_HD static void flush(Sums sum, const Args<P>& a, std::uint32_t group, int lane) {
        sum.density = sum.density * Numbers(a.potential.curve.unit);
        Base::flush(sum, a, group, lane);
    }
};

/// The forces of a pair functional by their curve, where there is one type.
template <class Functional, WantedSums wanted> struct CurveForceWalk : ForceWalk<float, wanted> {
    using Base = ForceWalk<float, wanted>;
    using typename Base::Sums;
    using Numbers = Pack<float>;
    using Formula = Functional;
    template <class P> using Args = TileForceArgs<P>;

    struct Located : LocatedNeighbours<2> {
        StoredPack other;
    };

    MDSIM_HD static IndexPack<float> types_of(Numbers w) { return bits_of(w); }

    MDSIM_HD static void locate(const PotentialTable<float>& table, const Neighbours<float>& n,
                                Located& located) {
        located.set(table.curve, n);
        located.other.set(n.other);
    }

    /// Energies, which are asked for seldom, are those of the functional itself.
    template <class WideFunctional>
    MDSIM_HD static void add_located(const WideFunctional& functional,
                                     const PotentialTable<float>& table, const Located& located,
                                     Numbers own, Numbers cutoff2, Sums& sum) {
        const auto n = located.neighbours(cutoff2, own, located.other.get());
        const RadialCurve& curve = table.curve;
        const auto exact = [&] {
            return evaluate_functional<true>(functional, n.r2, n.own, n.other, table.samples);
        };
        PairTerm<Numbers> term;
        if constexpr (wanted == WantedSums::all) term.energy = exact().energy;
        term.force_over_r =
            outside_core(n.r2, Numbers(curve.core2), curve_sum(curve, located.at, n.own + n.other),
                         [&] { return exact().force_over_r * Numbers(curve.inverse_unit); });
        Base::add_term(term, n, sum);
    }

    template <class P>
    MDSIM_HD static void flush(Sums sum, const Args<P>& a, std::uint32_t group, int lane) {
        const Numbers unit(a.potential.curve.unit);
        for (Numbers& f : sum.force) f = unit * f;
        if constexpr (wanted != WantedSums::none)
            for (Numbers& w : sum.virial) w = unit * w;
        Base::flush(sum, a, group, lane);
    }
};

/// The forces of a pair potential by their curve, where there is one type.
template <class Potential, WantedSums wanted> struct CurvePotentialWalk : ForceWalk<float, wanted> {
    using typename ForceWalk<float, wanted>::Sums;
    using Numbers = Pack<float>;
    using Formula = Potential;
    using Located = LocatedNeighbours<1>;

    MDSIM_HD static IndexPack<float> types_of(Numbers w) { return bits_of(w); }

    MDSIM_HD static void locate(const PotentialTable<float>& table, const Neighbours<float>& n,
                                Located& located) {
        located.set(table.force_curve, n);
    }

    template <class WidePotential>
    MDSIM_HD static void add_located(const WidePotential& potential,
                                     const PotentialTable<float>& table, const Located& located,
                                     Numbers own, Numbers cutoff2, Sums& sum) {
        const auto n = located.neighbours(cutoff2, own, own);
        const ForceCurve& curve = table.force_curve;
        const auto exact = [&] { return evaluate_potential(potential, n.r2, table.samples); };
        PairTerm<Numbers> term;
        if constexpr (wanted == WantedSums::all) term.energy = exact().energy;
        term.force_over_r =
            outside_core(n.r2, Numbers(curve.core), curve_value(curve.piece, located.at),
                         [&] { return exact().force_over_r; });
        CurvePotentialWalk::add_term(term, n, sum);
    }
};

} // namespace mdsim::simd::MDSIM_SIMD
