// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>
#include <tuple>

#include "core/elementary.hpp"
#include "core/field.hpp"
#include "core/hd.hpp"
#include "core/math.hpp"
#include "core/power.hpp"
#include "physics/functional/pair_functional.hpp"
#include "physics/pair/switch_function.hpp"

namespace mdsim {

/// Constants of a pair of species, in the words of Cleri and Rosato.
struct GuptaParams {
    static constexpr std::string_view name = "gupta";
    double a = 0;           ///< strength of the repulsion [energy]
    double xi = 0;          ///< effective hopping integral [energy]
    double p = 0;           ///< decay of the repulsion
    double q = 0;           ///< decay of the hopping integral
    double r0 = 0;          ///< distance of nearest neighbours [length]
    double cutoff = 0;      ///< [length]
    double switch_from = 0; ///< where energy and density begin to go to zero [length]

    static constexpr auto fields() {
        using G = GuptaParams;
        return std::make_tuple(
            field("a", &G::a, Dimension::energy, at_least(0.0), "strength of the repulsion A",
                  required()),
            field("xi", &G::xi, Dimension::energy, at_least(0.0), "effective hopping integral",
                  required()),
            field("p", &G::p, Dimension::none, positive(), "decay of the repulsion", required()),
            field("q", &G::q, Dimension::none, positive(), "decay of the hopping integral",
                  required()),
            field("r0", &G::r0, Dimension::length, positive(), "distance of nearest neighbours",
                  required()),
            field("cutoff", &G::cutoff, Dimension::length, positive(),
                  "where energy and density are zero", required()),
            field("switch_from", &G::switch_from, Dimension::length, at_least(0.0),
                  "where they begin to go to zero, below the cutoff", required()));
    }
};

/// The second-moment approximation to tight binding:
///
///     U = sum_i [ sum_j A exp(-p (r_ij/r_0 - 1)) - sqrt(sum_j xi^2 exp(-2 q (r_ij/r_0 - 1))) ].
///
/// Both sums go smoothly to zero at the cutoff, by a switch function. Gupta, Phys. Rev. B 23, 6265
/// (1981), doi:10.1103/PhysRevB.23.6265; Cleri and Rosato, Phys. Rev. B 48, 22 (1993),
/// doi:10.1103/PhysRevB.48.22, eqs. 1 to 3.
template <class Real> class Gupta {
  public:
    using Params = GuptaParams;
    using value_type = Real;
    template <class Other> using rebind = Gupta<Other>;
    static constexpr bool uses_samples = false;

    /// -sqrt(rho); an atom without neighbours feels no slope.
    struct Embedding {
        MDSIM_HD Embedded operator()(double density) const {
            if (!(density > 0)) return {0, 0};
            const double root = square_root(density);
            return {-root, -0.5 / root};
        }
    };
    static Embedding embedding(const Params&) { return {}; }

    explicit Gupta(const Params& g)
        : repulsion_(static_cast<Real>(2 * g.a)), repulsion_decay_(static_cast<Real>(g.p / g.r0)),
          p_(static_cast<Real>(g.p)), hopping2_(static_cast<Real>(g.xi * g.xi)),
          hopping_decay_(static_cast<Real>(2 * g.q / g.r0)), two_q_(static_cast<Real>(2 * g.q)),
          switch_(g.switch_from, g.cutoff) {}

    MDSIM_HD Real density(Real r2) const {
        const Real r = square_root(r2);
        return hopping(r) * switch_(r).value;
    }

    MDSIM_HD PairTerm<Real> operator()(Real r2, Real own, Real other) const {
        const Real r = square_root(r2);
        const Real inverse_r = r * reciprocal(r2);
        const auto [value, fall] = switch_(r);
        const Real switch_slope = fall * switch_.scale(); // -dS/dr
        const Real repulsive =
            repulsion_ * exponential(fused_multiply_add(r, -repulsion_decay_, p_));
        const Real dense = (own + other) * hopping(r);
        const Real push = repulsive * fused_multiply_add(repulsion_decay_, value, switch_slope);
        const Real pull = dense * fused_multiply_add(hopping_decay_, value, switch_slope);
        return {repulsive * value, (push + pull) * inverse_r};
    }

  private:
    /// xi^2 exp(-2 q (r/r_0 - 1)).
    MDSIM_HD Real hopping(Real r) const {
        return hopping2_ * exponential(fused_multiply_add(r, -hopping_decay_, two_q_));
    }

    Real repulsion_;       ///< 2 A: the energy of a pair [energy]
    Real repulsion_decay_; ///< p / r_0 [1 / length]
    Real p_;
    Real hopping2_;      ///< xi^2 [energy^2]
    Real hopping_decay_; ///< 2 q / r_0 [1 / length]
    Real two_q_;
    SwitchFunction<Real> switch_;
};

/// Where energy and density of a pair are zero [length].
inline double cutoff_of(const GuptaParams& g) { return g.cutoff; }

/// Where the nearest neighbours of a crystal are [length].
inline double reference_distance(const GuptaParams& g) { return g.r0; }

/// What is wrong with the parameters taken together; empty if nothing is.
inline std::string_view fault_of(const GuptaParams& g) {
    return g.switch_from < g.cutoff ? "" : "switch_from must lie below cutoff";
}

} // namespace mdsim
