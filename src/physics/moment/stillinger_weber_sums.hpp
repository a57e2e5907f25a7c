// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "core/hd.hpp"
#include "core/math.hpp"
#include "core/power.hpp"
#include "core/vec3.hpp"
#include "physics/cluster/stillinger_weber.hpp"
#include "physics/moment/moment_functional.hpp"
#include "physics/moment/slopes_of_pair.hpp"

namespace mdsim {

/// What files say of the only element that a potential of Stillinger and Weber serves.
struct StillingerWeberSumsParams {
    StillingerWeberEntry entry;
};

/// The same potential as sums over neighbours, if one element has it; its files must be read.
inline std::optional<StillingerWeberSumsParams> as_sums(const StillingerWeberParams& p) {
    if (p.tables->elements.size() > 1) return std::nullopt;
    return StillingerWeberSumsParams{p.entry()};
}

inline double cutoff_of(const StillingerWeberSumsParams& p) { return cutoff_of(p.entry); }

/// About where the nearest neighbours of a crystal are [length].
inline double reference_distance(const StillingerWeberSumsParams& p) {
    return reference_distance(p.entry);
}

/// The energy of the angles at an atom. Moments are sum g; sum g n_x, n_y, n_z; then sum g n_a n_b
/// as xx, yy, zz, xy, xz, yz, n being the directions of neighbours.
struct StillingerWeberAngles {
    double strength; ///< lambda eps [energy]
    double cosine;   ///< of the angle without energy

    MDSIM_HD MomentEnergy operator()(const double* m, double* slope) const {
        const double alone = strength * cosine * cosine;
        slope[0] = alone * m[0];
        for (int k = 1; k < 4; ++k) slope[k] = -2 * strength * cosine * m[k];
        for (int k = 4; k < 7; ++k) slope[k] = strength * m[k];
        for (int k = 7; k < 10; ++k) slope[k] = 2 * strength * m[k];
        double energy = 0;
        for (int k = 0; k < 10; ++k) energy += 0.5 * slope[k] * m[k];
        return {energy};
    }
};

/// The potential of Stillinger and Weber (`physics/cluster/stillinger_weber.hpp`) where one element
/// has it: then its angles are sums over neighbours, as (n_j n_k)^2 and n_j n_k are products of
/// what belongs to j and to k,
///
///     sum_{j<k} g_j g_k (cos t_jk - c0)^2
///         = 1/2 [sum_ab Q_ab^2 - 2 c0 sum_a V_a^2 + c0^2 S^2 - (1 - c0)^2 sum_j g_j^2],
///     S = sum_j g_j,   V_a = sum_j g_j n_ja,   Q_ab = sum_j g_j n_ja n_jb,
///
/// with g = exp(gamma sigma / (r - a sigma)). The last sum is one of pairs and joins phi.
template <class Real> class StillingerWeberSums {
  public:
    using Params = StillingerWeberSumsParams;
    using value_type = Real;
    template <class Other> using rebind = StillingerWeberSums<Other>;
    static constexpr bool uses_samples = false;
    static constexpr int moments = 10;

    using Embedding = StillingerWeberAngles;
    static Embedding embedding(const Params& p) {
        return {p.entry.lambda * p.entry.epsilon, p.entry.cosine};
    }

    explicit StillingerWeberSums(const Params& p) {
        const StillingerWeberEntry& e = p.entry;
        const double strength = e.big_a * e.epsilon;
        const double straight = 1 - e.cosine;
        repulsion_ = static_cast<Real>(strength * e.big_b * power(e.sigma, e.p));
        attraction_ = static_cast<Real>(strength * power(e.sigma, e.q));
        p_ = static_cast<Real>(e.p);
        q_ = static_cast<Real>(e.q);
        sigma_ = static_cast<Real>(e.sigma);
        end_ = static_cast<Real>(e.a * e.sigma);
        decay_ = static_cast<Real>(e.gamma * e.sigma);
        folded_ = static_cast<Real>(e.lambda * e.epsilon * straight * straight);
    }

    MDSIM_HD void add(const Vec3<Real>& d, Real r2, Real* moment) const {
        const Real r = square_root(r2);
        const Real g = exponential(decay_ * reciprocal(r - end_));
        const Vec3<Real> n = (r * reciprocal(r2)) * d;
        const Vec3<Real> gn = g * n;
        const Real added[moments] = {g,          gn.x,       gn.y,       gn.z,       gn.x * n.x,
                                     gn.y * n.y, gn.z * n.z, gn.x * n.y, gn.x * n.z, gn.y * n.z};
        for (int k = 0; k < moments; ++k) moment[k] += added[k];
    }

    MDSIM_HD DirectedTerm<Real> operator()(const Vec3<Real>& d, Real r2, const Real* own,
                                           const Real* other) const {
        const Real r = square_root(r2);
        const Real inverse_r = r * reciprocal(r2);
        const Real near = reciprocal(r - end_);
        const Real g = exponential(decay_ * near);
        const Real g_slope = -decay_ * near * near * g;
        const Vec3<Real> n = inverse_r * d;

        const SlopesOfPair<Real> by(own, other, n);
        const Real along_v = dot(by.vector, n), twice_along_s = dot(by.tensor, n);
        const Real weight_slope = own[0] + other[0] + along_v + Real(0.5) * twice_along_s; // dU/dg
        const Radial phi = pair(inverse_r, near, g, g_slope);
        const Real across = g * inverse_r;
        const Real along = phi.slope + g_slope * weight_slope - across * (along_v + twice_along_s);
        return {phi.value, along * n + across * (by.vector + by.tensor)};
    }

  private:
    struct Radial {
        Real value, slope;
    };

    /// phi: the pair, and what the angles have of a neighbour with itself.
    MDSIM_HD Radial pair(Real inverse_r, Real near, Real g, Real g_slope) const {
        const Real repulsion = repulsion_ * short_power(inverse_r, p_);
        const Real attraction = attraction_ * short_power(inverse_r, q_);
        const Real cut = exponential(sigma_ * near);
        const Real value = (repulsion - attraction) * cut;
        const Real slope =
            (q_ * attraction - p_ * repulsion) * inverse_r * cut - sigma_ * near * near * value;
        return {value - folded_ * g * g, slope - 2 * folded_ * g * g_slope};
    }

    Real repulsion_;  ///< A B eps s^p [energy length^p]
    Real attraction_; ///< A eps s^q
    Real p_, q_;
    Real sigma_;
    Real end_;    ///< a s [length]
    Real decay_;  ///< g s [length]
    Real folded_; ///< lambda eps (1 - c0)^2 [energy]
};

} // namespace mdsim
