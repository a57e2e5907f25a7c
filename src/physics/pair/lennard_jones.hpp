// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>
#include <tuple>

#include "core/contract.hpp"
#include "core/field.hpp"
#include "core/hd.hpp"
#include "core/math.hpp"
#include "physics/pair/mixing.hpp"
#include "physics/pair/potential.hpp"
#include "physics/pair/potential_scale.hpp"

namespace mdsim {

struct LennardJonesParams {
    static constexpr std::string_view name = "lennard_jones";
    double epsilon = 0; ///< [energy]
    double sigma = 0;   ///< [length]

    static constexpr auto fields() {
        using P = LennardJonesParams;
        return std::make_tuple(field("epsilon", &P::epsilon, Dimension::energy, at_least(0.0),
                                     "depth of the well", required()),
                               field("sigma", &P::sigma, Dimension::length, positive(),
                                     "distance where the energy is zero", required()));
    }
};

/// V(r) = 4 epsilon [(sigma/r)^12 - (sigma/r)^6].
///
/// Jones, Proc. R. Soc. Lond. A 106, 463 (1924), doi:10.1098/rspa.1924.0082.
template <class Real> class LennardJones {
  public:
    using Params = LennardJonesParams;
    using value_type = Real;
    template <class Other> using rebind = LennardJones<Other>;
    static constexpr bool uses_samples = false;

    explicit LennardJones(const Params& p)
        : energy12_(static_cast<Real>(4 * p.epsilon * power<12>(p.sigma))),
          energy6_(static_cast<Real>(4 * p.epsilon * power<6>(p.sigma))),
          force12_(static_cast<Real>(48 * p.epsilon * power<12>(p.sigma))),
          force6_(static_cast<Real>(24 * p.epsilon * power<6>(p.sigma))) {}

    MDSIM_HD PairTerm<Real> operator()(Real r2) const {
        return joined(
            r2, [this](Real x) { return fused_multiply_add(energy12_, x, -energy6_); },
            [this](Real x) { return fused_multiply_add(force12_, x, -force6_); });
    }

    /// The formula, however its constants are chosen: `energy` and `force` take x = r^-6 and
    /// return c12 x - c6 with theirs.
    template <class Energy, class Force>
    static MDSIM_HD PairTerm<Real> joined(Real r2, const Energy& energy, const Force& force) {
        const Real inverse2 = reciprocal(r2);
        const Real inverse4 = inverse2 * inverse2;
        const Real inverse6 = inverse4 * inverse2;
        const Real inverse8 = inverse4 * inverse4;
        return {inverse6 * energy(inverse6), inverse8 * force(inverse6)};
    }

    MDSIM_HD Real energy12() const { return energy12_; }
    MDSIM_HD Real energy6() const { return energy6_; }
    MDSIM_HD Real force12() const { return force12_; }
    MDSIM_HD Real force6() const { return force6_; }

  private:
    Real energy12_; ///< [energy length^12]
    Real energy6_;  ///< [energy length^6]
    Real force12_;
    Real force6_;
};

/// Epsilon and sigma; without a depth there is no core.
inline PotentialScale scale_of(const LennardJonesParams& p, double /*cutoff*/) {
    return {p.epsilon, p.epsilon > 0 ? p.sigma : 0, 0, p.epsilon > 0};
}

/// With a depth, r^-12 outdoes the attraction of any other potential.
inline bool keeps_apart(const LennardJonesParams& p) { return p.epsilon > 0; }

/// The integral of r^2 V(r) from the cutoff to infinity [energy length^3]; Allen and Tildesley,
/// Computer Simulation of Liquids (2nd ed. 2017), eqs. 2.144 ff.
inline double tail_energy_integral(const LennardJonesParams& p, double cutoff) {
    MDSIM_EXPECT(cutoff > 0);
    const double attraction = power<3>(p.sigma / cutoff);
    return 4 * p.epsilon * power<3>(p.sigma) * attraction * (attraction * attraction / 9 - 1.0 / 3);
}

/// The integral of r^3 dV/dr from the cutoff to infinity [energy length^3]; ibid.
inline double tail_virial_integral(const LennardJonesParams& p, double cutoff) {
    MDSIM_EXPECT(cutoff > 0);
    const double attraction = power<3>(p.sigma / cutoff);
    return 4 * p.epsilon * power<3>(p.sigma) * attraction * (2 - attraction * attraction * 4 / 3);
}

/// The potential of an unlike pair.
///
/// Sixth power: epsilon_ab = 2 sqrt(epsilon_a epsilon_b) sigma_a^3 sigma_b^3 / (sigma_a^6 +
/// sigma_b^6); Waldman and Hagler, J. Comput. Chem. 14, 1077 (1993), doi:10.1002/jcc.540140909.
inline LennardJonesParams mix(const LennardJonesParams& a, const LennardJonesParams& b,
                              MixingRule rule) {
    MDSIM_EXPECT(a.epsilon >= 0 && b.epsilon >= 0);
    LennardJonesParams mixed;
    mixed.sigma = mixed_length(a.sigma, b.sigma, rule);
    mixed.epsilon = square_root(a.epsilon * b.epsilon);
    if (rule == MixingRule::sixth_power)
        mixed.epsilon *= power<3>(a.sigma * b.sigma) / power<6>(mixed.sigma);
    return mixed;
}

} // namespace mdsim
