// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>

#include "core/hd.hpp"
#include "core/power.hpp"
#include "physics/cluster/cluster.hpp"
#include "physics/cluster/cluster_params.hpp"

namespace mdsim {

/// The numbers of a triple in a file of Stillinger-Weber parameters.
struct StillingerWeberEntry {
    double epsilon = 0; ///< [energy]
    double sigma = 0;   ///< [length]
    double a = 0;       ///< where the pair ends [sigma]
    double lambda = 0;  ///< strength of the angles
    double gamma = 0;   ///< their decay [sigma]
    double cosine = 0;  ///< of the angle without energy
    double big_a = 0;   ///< strength of the pair
    double big_b = 0;   ///< of its repulsion
    double p = 0;       ///< exponents of the pair
    double q = 0;
    double tolerance = 0; ///< of exponentials that are left out near the cutoff; 0: none
};

/// Where a pair ends: nearer than a sigma, as exponentials are left out that are below the
/// tolerance or change no digit of a double [length].
double cutoff_of(const StillingerWeberEntry& e);

struct StillingerWeberParams : ClusterParams<StillingerWeberEntry> {
    static constexpr std::string_view name = "stillinger_weber";
};

/// About where the nearest neighbours of a crystal are: the minimum of the pair [length].
double reference_distance(const StillingerWeberEntry& e);
inline double reference_distance(const StillingerWeberParams& p) {
    return reference_distance(p.entry());
}

/// What is wrong with the parameters taken together; empty if nothing is.
std::string_view fault_of(const StillingerWeberParams& p);

/// Stillinger and Weber, Phys. Rev. B 31, 5262 (1985), eqs. 2.1 to 2.5, for any elements:
///
///     U = sum_{i<j} A eps [B (s/r)^p - (s/r)^q] exp(s / (r - a s))
///       + sum_i sum_{j<k} lambda eps (cos t_jik - c0)^2 exp(g s / (r_ij - a s)) exp(g s /
///       ...r_ik),
///
/// each constant that of its pair or triple. Half of a pair's energy is that of each atom.
template <class Real> class StillingerWeber {
  public:
    using Params = StillingerWeberParams;
    using value_type = Real;
    template <class Other> using rebind = StillingerWeber<Other>;

    struct Pair {
        Real repulsion;  ///< A B eps s^p / 2 [energy length^p]
        Real attraction; ///< A eps s^q / 2
        Real p, q;
        Real sigma;
        Real end;    ///< a s [length]
        Real cutoff; ///< [length]
        Real decay;  ///< g s [length]
    };
    struct Triple {
        Real strength; ///< lambda eps [energy]
        Real cosine;
    };

    MDSIM_HD static Real evaluate(const Cluster<Real>& cluster,
                                  const ClusterConstants<StillingerWeber>& constants,
                                  ClusterSlopes<Real>& slope) {
        Bond bond[most_cluster_neighbours];
        int strong[most_cluster_neighbours]; // those with a weight
        int count = 0;
        Real energy = 0;
        for (int b = 0; b < cluster.count; ++b) {
            const Pair& pair = constants.of(cluster.own_type, cluster.type[b]);
            bond[b] = bond_of(cluster.d[b], pair);
            const Radial half = half_of_pair(bond[b], pair);
            energy += half.value;
            slope[b] = (half.slope * bond[b].inverse_r) * cluster.d[b];
            if (bond[b].weight > least_weight) strong[count++] = b;
        }
        for (int m = 1; m < count; ++m) {
            for (int n = 0; n < m; ++n) {
                const int b = strong[m], c = strong[n];
                const Triple& triple =
                    constants.of(cluster.own_type, cluster.type[b], cluster.type[c]);
                energy += add_angle(cluster, b, c, bond, triple, slope);
            }
        }
        return energy;
    }

  private:
    /// Angles of neighbours that are so near the cutoff change nothing.
    static constexpr Real least_weight =
        sizeof(Real) == 8 ? static_cast<Real>(1e-18) : static_cast<Real>(1e-10);

    struct Radial {
        Real value, slope;
    };
    struct Bond {
        Real r, inverse_r;
        Real near; ///< 1 / (r - a s), or zero beyond the cutoff
        Real weight, weight_slope;
    };

    MDSIM_HD static Bond bond_of(const Vec3<Real>& d, const Pair& pair) {
        const Real r2 = dot(d, d);
        Bond bond{};
        bond.r = square_root(r2);
        bond.inverse_r = bond.r * reciprocal(r2);
        if (!(bond.r < pair.cutoff)) return bond;
        bond.near = reciprocal(bond.r - pair.end);
        bond.weight = exponential(pair.decay * bond.near);
        bond.weight_slope = -pair.decay * bond.near * bond.near * bond.weight;
        return bond;
    }

    MDSIM_HD static Radial half_of_pair(const Bond& bond, const Pair& pair) {
        if (!(bond.near < 0)) return {0, 0};
        const Real repulsion = pair.repulsion * power(bond.inverse_r, pair.p);
        const Real attraction = pair.attraction * power(bond.inverse_r, pair.q);
        const Real cut = exponential(pair.sigma * bond.near);
        const Real value = (repulsion - attraction) * cut;
        const Real slope = (pair.q * attraction - pair.p * repulsion) * bond.inverse_r * cut -
                           pair.sigma * bond.near * bond.near * value;
        return {value, slope};
    }

    MDSIM_HD static Real add_angle(const Cluster<Real>& cluster, int b, int c, const Bond* bond,
                                   const Triple& triple, ClusterSlopes<Real>& slope) {
        const Bond& first = bond[b];
        const Bond& second = bond[c];
        const Real inverse = first.inverse_r * second.inverse_r;
        const Real cosine = dot(cluster.d[b], cluster.d[c]) * inverse;
        const Real off = cosine - triple.cosine;
        const Real bent = triple.strength * off * off;
        const Real turn = 2 * triple.strength * off * first.weight * second.weight; // dE/dcos
        const Real along_b = bent * first.weight_slope * second.weight * first.inverse_r -
                             turn * cosine * first.inverse_r * first.inverse_r;
        const Real along_c = bent * first.weight * second.weight_slope * second.inverse_r -
                             turn * cosine * second.inverse_r * second.inverse_r;
        const Real across = turn * inverse;
        slope[b] = slope[b] + along_b * cluster.d[b] + across * cluster.d[c];
        slope[c] = slope[c] + along_c * cluster.d[c] + across * cluster.d[b];
        return bent * first.weight * second.weight;
    }
};

/// The constants of an ordered pair.
template <class Real> typename StillingerWeber<Real>::Pair pair_of(const StillingerWeberParams& p) {
    const StillingerWeberEntry& e = p.entry();
    const double half = e.big_a * e.epsilon / 2;
    const auto real = [](double x) { return static_cast<Real>(x); };
    return {real(half * e.big_b * power(e.sigma, e.p)),
            real(half * power(e.sigma, e.q)),
            real(e.p),
            real(e.q),
            real(e.sigma),
            real(e.a * e.sigma),
            real(cutoff_of(e)),
            real(e.gamma * e.sigma)};
}

/// The constants of an ordered pair with a second neighbour.
template <class Real>
typename StillingerWeber<Real>::Triple triple_of(const StillingerWeberParams& p,
                                                 std::size_t third) {
    const StillingerWeberEntry& e = p.entry(third);
    return {static_cast<Real>(e.lambda * e.epsilon), static_cast<Real>(e.cosine)};
}

} // namespace mdsim
