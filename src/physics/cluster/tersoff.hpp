// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <string_view>

#include "core/hd.hpp"
#include "core/power.hpp"
#include "core/sine_cosine.hpp"
#include "physics/cluster/cluster.hpp"
#include "physics/cluster/cluster_params.hpp"

namespace mdsim {

/// The numbers of a triple in a file of Tersoff parameters.
struct TersoffEntry {
    double m = 3;       ///< power of the distances in the bond order, 1 or 3
    double gamma = 1;   ///< strength of the angles
    double lambda3 = 0; ///< [1 / length]
    double c = 0;
    double d = 1;
    double h = 0; ///< cosine of the angle of the weakest bond order
    double n = 1;
    double beta = 0;
    double lambda2 = 0; ///< decay of the attraction [1 / length]
    double big_b = 0;   ///< its strength [energy]
    double big_r = 0;   ///< the middle of the cutoff [length]
    double big_d = 0;   ///< half of its width [length]
    double lambda1 = 0; ///< decay of the repulsion [1 / length]
    double big_a = 0;   ///< its strength [energy]
};

/// Where a neighbour ends [length].
inline double cutoff_of(const TersoffEntry& e) { return e.big_r + e.big_d; }

struct TersoffParams : ClusterParams<TersoffEntry> {
    static constexpr std::string_view name = "tersoff";
};

/// About where the nearest neighbours of a crystal are: where an undisturbed bond is strongest, or
/// the middle of the cutoff [length].
double reference_distance(const TersoffParams& p);

/// What is wrong with the parameters taken together; empty if nothing is.
std::string_view fault_of(const TersoffParams& p);

/// Tersoff, Phys. Rev. B 37, 6991 (1988), eqs. 1 to 3, for any elements, Phys. Rev. B 39, 5566
/// (1989):
///
///     U = 1/2 sum_{i, j} fC(r_ij) [A exp(-l1 r_ij) - b_ij B exp(-l2 r_ij)],
///     b_ij = (1 + (beta z_ij)^n)^(-1/2n),
///     z_ij = sum_{k != j} fC(r_ik) g(t_jik) exp([l3 (r_ij - r_ik)]^m),
///     g(t) = gamma [1 + (c/d)^2 - c^2 / (d^2 + (h - cos t)^2)],
///
/// where fC falls from 1 to 0 between R - D and R + D by half a sine. In z_ij all constants are
/// those of the triple ijk, otherwise of the pair ijj.
template <class Real> class Tersoff {
  public:
    using Params = TersoffParams;
    using value_type = Real;
    template <class Other> using rebind = Tersoff<Other>;

    struct Cutoff {
        Real begin; ///< R - D [length]
        Real end;   ///< R + D [length]
        Real turns; ///< 1 / 4D [1 / length]
    };
    struct Pair {
        Cutoff cutoff;
        Real repulsion; ///< A / 2 [energy]
        Real lambda1;
        Real attraction; ///< B / 2 [energy]
        Real lambda2;
        Real n, beta;
    };
    struct Triple {
        Cutoff cutoff;
        Real lambda3;
        Real gamma;
        Real bend; ///< gamma c^2 / d^2
        Real d2, h;
        Real cubed; ///< 1 where m is 3, else 0
    };

    MDSIM_HD static Real evaluate(const Cluster<Real>& cluster,
                                  const ClusterConstants<Tersoff>& constants,
                                  ClusterSlopes<Real>& slope) {
        Real r[most_cluster_neighbours];
        for (int b = 0; b < cluster.count; ++b) {
            r[b] = square_root(dot(cluster.d[b], cluster.d[b]));
            slope[b] = {0, 0, 0};
        }
        Real energy = 0;
        for (int b = 0; b < cluster.count; ++b) {
            const Pair& pair = constants.of(cluster.own_type, cluster.type[b]);
            if (r[b] < pair.cutoff.end) energy += add_bond(cluster, b, r, pair, constants, slope);
        }
        return energy;
    }

  private:
    struct Radial {
        Real value, slope;
    };
    struct Order {
        Real value, slope; ///< of z
    };
    /// What one neighbour adds to z, with its derivatives.
    struct Crowding {
        Real value;
        Real by_bond;   ///< of r_ij, the angle as it is
        Real by_other;  ///< of r_ik, likewise
        Real by_cosine; ///< of the cosine of the angle
    };

    MDSIM_HD static Radial taper(Real r, const Cutoff& cutoff) {
        if (r < cutoff.begin) return {1, 0};
        if (!(r < cutoff.end)) return {0, 0};
        constexpr Real two_pi = static_cast<Real>(6.283185307179586);
        const Real middle = Real(0.5) * (cutoff.begin + cutoff.end);
        const SineCosine<Real> wave = sine_cosine_of_turns((r - middle) * cutoff.turns);
        return {Real(0.5) - Real(0.5) * wave.sine,
                Real(-0.5) * two_pi * cutoff.turns * wave.cosine};
    }

    MDSIM_HD static Crowding crowding(Real bond, Real other, Real cosine, const Triple& triple) {
        const Radial cut = taper(other, triple.cutoff);
        constexpr Real most = 69; // as others cut it off: e^69 is 1e30
        const Real x = triple.lambda3 * (bond - other);
        const Real bare = triple.cubed > 0 ? x * x * x : x;
        const Real exponent = minimum(maximum(bare, -most), most);
        const Real nearness = exponential(exponent);
        const Real by_x = exponent != bare ? Real(0) : triple.cubed > 0 ? 3 * x * x : Real(1);
        const Real off = triple.h - cosine;
        const Real inverse = reciprocal(fused_multiply_add(off, off, triple.d2));
        // The angles as gamma + bend off^2 / (d^2 + off^2): where c is large, 1 + c^2/d^2 and what
        // is taken from it are nearly equal.
        const Real g = fused_multiply_add(triple.bend * off * off, inverse, triple.gamma);
        const Real value = cut.value * g * nearness;
        return {value, value * by_x * triple.lambda3,
                cut.slope * g * nearness - value * by_x * triple.lambda3,
                cut.value * nearness * (-2 * triple.bend * triple.d2 * off * inverse * inverse)};
    }

    MDSIM_HD static Order bond_order(Real z, const Pair& pair) {
        const Real crowded = pair.beta * z;
        constexpr Real alone = static_cast<Real>(1e-30);
        if (!(crowded > alone)) return {1, 0};
        // Of numbers above 1 the inverse, as powers beyond those of a float occur.
        const bool above = crowded > 1;
        const Real raised = power(above ? reciprocal(crowded) : crowded, pair.n);
        const Real part = (above ? Real(1) : raised) * reciprocal(1 + raised);
        const Real below = power(1 + raised, Real(-0.5) * reciprocal(pair.n));
        const Real order = above ? below * reciprocal(square_root(crowded)) : below;
        return {order, Real(-0.5) * order * part * reciprocal(z)};
    }

    MDSIM_HD static Real cosine_between(const Cluster<Real>& cluster, int b, int c, const Real* r) {
        return dot(cluster.d[b], cluster.d[c]) * reciprocal(r[b] * r[c]);
    }

    /// Adds the slopes of one bond; returns its energy.
    MDSIM_HD static Real add_bond(const Cluster<Real>& cluster, int b, const Real* r,
                                  const Pair& pair, const ClusterConstants<Tersoff>& constants,
                                  ClusterSlopes<Real>& slope) {
        const auto triple_with = [&](int c) -> const Triple& {
            return constants.of(cluster.own_type, cluster.type[b], cluster.type[c]);
        };
        Real z = 0;
        for (int c = 0; c < cluster.count; ++c) {
            if (c == b || !(r[c] < triple_with(c).cutoff.end)) continue;
            z += crowding(r[b], r[c], cosine_between(cluster, b, c, r), triple_with(c)).value;
        }
        const Radial cut = taper(r[b], pair.cutoff);
        const Real repulsion = pair.repulsion * exponential(-pair.lambda1 * r[b]);
        const Real attraction = pair.attraction * exponential(-pair.lambda2 * r[b]);
        const Order order = bond_order(z, pair);
        const Real inside = repulsion - order.value * attraction;
        const Real along =
            cut.slope * inside +
            cut.value * (order.value * pair.lambda2 * attraction - pair.lambda1 * repulsion);
        slope[b] = slope[b] + (along * reciprocal(r[b])) * cluster.d[b];
        const Real by_z = -cut.value * attraction * order.slope;
        for (int c = 0; c < cluster.count; ++c) {
            if (c != b && r[c] < triple_with(c).cutoff.end)
                add_crowding(cluster, b, c, r, triple_with(c), by_z, slope);
        }
        return cut.value * inside;
    }

    MDSIM_HD static void add_crowding(const Cluster<Real>& cluster, int b, int c, const Real* r,
                                      const Triple& triple, Real by_z, ClusterSlopes<Real>& slope) {
        const Real inverse_b = reciprocal(r[b]), inverse_c = reciprocal(r[c]);
        const Real cosine = cosine_between(cluster, b, c, r);
        const Crowding one = crowding(r[b], r[c], cosine, triple);
        const Real turn = by_z * one.by_cosine;
        const Real across = turn * inverse_b * inverse_c;
        const Real along_b = (by_z * one.by_bond - turn * cosine * inverse_b) * inverse_b;
        const Real along_c = (by_z * one.by_other - turn * cosine * inverse_c) * inverse_c;
        slope[b] = slope[b] + along_b * cluster.d[b] + across * cluster.d[c];
        slope[c] = slope[c] + along_c * cluster.d[c] + across * cluster.d[b];
    }
};

/// Where the taper of an entry begins and ends.
template <class Real> typename Tersoff<Real>::Cutoff taper_of(const TersoffEntry& e) {
    return {static_cast<Real>(e.big_r - e.big_d), static_cast<Real>(e.big_r + e.big_d),
            static_cast<Real>(1 / (4 * e.big_d))};
}

/// The constants of an ordered pair.
template <class Real> typename Tersoff<Real>::Pair pair_of(const TersoffParams& p) {
    const TersoffEntry& e = p.entry();
    const auto real = [](double x) { return static_cast<Real>(x); };
    return {taper_of<Real>(e), real(e.big_a / 2), real(e.lambda1), real(e.big_b / 2),
            real(e.lambda2),   real(e.n),         real(e.beta)};
}

/// The constants of an ordered pair with a second neighbour.
template <class Real>
typename Tersoff<Real>::Triple triple_of(const TersoffParams& p, std::size_t third) {
    const TersoffEntry& e = p.entry(third);
    const auto real = [](double x) { return static_cast<Real>(x); };
    return {taper_of<Real>(e),     real(e.lambda3),
            real(e.gamma),         real(e.gamma * e.c * e.c / (e.d * e.d)),
            real(e.d * e.d),       real(e.h),
            real(e.m == 3 ? 1 : 0)};
}

} // namespace mdsim
