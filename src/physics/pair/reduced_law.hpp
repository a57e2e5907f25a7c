// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/elementary.hpp"
#include "physics/pair/lennard_jones.hpp"
#include "physics/pair/truncation.hpp"

namespace mdsim {

/// The units of a reduced law.
struct LawUnits {
    double length = 1;       ///< [length]
    double energy = 1;       ///< [energy]
    double force_over_r = 1; ///< [energy/length^2]
};

/// The form of a law in units of its own, for drivers that have one law for all pairs and may choose
/// the units of positions. Most laws are in the units of the run.
template <class Law> struct ReducedLaw {
    using type = Law;
    static type of(const Law& law) { return law; }
    static LawUnits units(const Law&) { return {}; }
};

/// V / epsilon = (r_m / r)^12 - 2 (r_m / r)^6 - shift, where r_m = 2^(1/6) sigma: of lengths in r_m
/// and F/r in 12 epsilon / r_m^2, the force takes a product less.
template <class Real> class ReducedLennardJones {
  public:
    using value_type = Real;
    template <class Other> using rebind = ReducedLennardJones<Other>;
    static constexpr bool uses_samples = false;

    explicit ReducedLennardJones(Real shift) : shift_(shift) {}

    MDSIM_HD PairTerm<Real> operator()(Real r2) const {
        const Real inverse2 = reciprocal(r2);
        const Real inverse4 = inverse2 * inverse2;
        const Real slope = fused_multiply_add(inverse4, inverse2, Real(-1));
        return {fused_multiply_add(inverse4 * inverse2, slope - Real(1), -shift_),
                inverse4 * inverse4 * slope};
    }

  private:
    Real shift_; ///< [epsilon]
};

template <class Real> struct ReducedLaw<Shifted<LennardJones<Real>>> {
    using Law = Shifted<LennardJones<Real>>;
    using type = ReducedLennardJones<Real>;

    static type of(const Law& law) {
        const double energy = depth(law.inner());
        return type(static_cast<Real>(energy > 0 ? law.shift() / energy : 0));
    }

    static LawUnits units(const Law& law) {
        const auto& lj = law.inner();
        const double energy = depth(lj);
        if (energy == 0) return {1, 0, 0};
        const double minimum =
            exponential(logarithm(2 * double{lj.energy12()} / double{lj.energy6()}) / 6);
        return {minimum, energy, 12 * energy / (minimum * minimum)};
    }

  private:
    static double depth(const LennardJones<Real>& lj) {
        const double attraction = lj.energy6();
        return attraction > 0 ? attraction * attraction / (4 * double{lj.energy12()}) : 0;
    }
};

} // namespace mdsim
