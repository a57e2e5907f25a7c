// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "physics/pair/lennard_jones.hpp"
#include "physics/pair/truncation.hpp"

namespace mdsim {

/// What the energy and the force of a reduced potential are to be multiplied by.
template <class Real> struct PotentialUnits {
    Real energy = 1;
    Real force = 1;
};

/// A potential without its strength, which is left to the sums over all pairs: for drivers that
/// have one potential for all pairs. Most potentials are what they are, in the units of the run.
template <class Potential> struct ReducedPotential {
    using type = Potential;
    static type of(const Potential& potential) { return potential; }
    static PotentialUnits<typename Potential::value_type> units(const Potential&) { return {}; }
};

/// r^-12 - sigma^-6 r^-6 - shift, in units of 4 epsilon sigma^12, and the force in units of
/// 48 epsilon sigma^12: a product less for each pair than the plain potential.
template <class Real> class ReducedLennardJones {
  public:
    using value_type = Real;
    static constexpr bool uses_samples = false;

    ReducedLennardJones(Real attraction, Real shift)
        : attraction_(attraction), half_attraction_(attraction / 2), shift_(shift) {}

    MDSIM_HD PairTerm<Real> operator()(Real r2) const {
        const Real inverse2 = reciprocal(r2);
        const Real inverse4 = inverse2 * inverse2;
        const Real inverse6 = inverse4 * inverse2;
        return {fused_multiply_add(inverse6, inverse6 - attraction_, -shift_),
                inverse4 * inverse4 * fused_multiply_add(inverse4, inverse2, -half_attraction_)};
    }

  private:
    Real attraction_;      ///< sigma^-6
    Real half_attraction_; ///< in the force
    Real shift_;           ///< V(r_c), reduced
};

template <class Real> struct ReducedPotential<Shifted<LennardJones<Real>>> {
    using Potential = Shifted<LennardJones<Real>>;
    using type = ReducedLennardJones<Real>;

    static type of(const Potential& potential) {
        const double repulsion = potential.inner().energy12();
        if (repulsion == 0) return type(0, 0);
        return type(static_cast<Real>(potential.inner().energy6() / repulsion),
                    static_cast<Real>(potential.shift() / repulsion));
    }

    static PotentialUnits<Real> units(const Potential& potential) {
        const Real energy = potential.inner().energy12();
        return {energy, 12 * energy};
    }
};

} // namespace mdsim
