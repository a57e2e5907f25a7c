// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

#include "core/hd.hpp"
#include "core/math.hpp"
#include "core/vec3.hpp"
#include "physics/functional/eam.hpp"
#include "physics/moment/adp_params.hpp"
#include "physics/moment/moment_functional.hpp"
#include "physics/moment/slopes_of_pair.hpp"

namespace mdsim {

/// F(rho), and the squares of the dipole and of the traceless part of the quadrupole at an atom.
/// Moments are rho; mu_x, mu_y, mu_z; then lambda as xx, yy, zz, xy, xz, yz.
struct AdpEmbedding {
    EamEmbedding density;

    MDSIM_HD MomentEnergy operator()(const double* m, double* slope, const double* samples) const {
        const Embedded embedded = density(m[0], samples);
        slope[0] = embedded.slope;
        double energy = embedded.energy;
        for (int k = 1; k < 4; ++k) {
            slope[k] = m[k];
            energy += 0.5 * m[k] * m[k];
        }
        const double third = (m[4] + m[5] + m[6]) / 3;
        for (int k = 4; k < 7; ++k) {
            slope[k] = m[k] - third;
            energy += 0.5 * m[k] * slope[k];
        }
        for (int k = 7; k < 10; ++k) {
            slope[k] = 2 * m[k];
            energy += m[k] * m[k];
        }
        return {energy, embedded.beyond};
    }
};

/// The angular-dependent potential: embedded atoms whose surroundings also have a dipole and
/// a quadrupole,
///
///     U = sum_i [F(rho_i) + 1/2 sum_a mu_ia^2 + 1/2 sum_ab lambda_iab^2 - 1/6 (tr lambda_i)^2]
///         + 1/2 sum_ij phi(r_ij),
///     mu_ia = sum_j u(r_ij) d_a,   lambda_iab = sum_j w(r_ij) d_a d_b,
///
/// Mishin, Mehl and Papaconstantopoulos, Acta Mater. 53, 4029 (2005),
/// doi:10.1016/j.actamat.2005.05.001, eqs. 1 to 5. All functions are splines of the distance on the
/// grid of the file.
template <class Real> class Adp {
  public:
    using Params = AdpParams;
    using value_type = Real;
    template <class Other> using rebind = Adp<Other>;
    static constexpr bool uses_samples = true;
    static constexpr int moments = 10;

    using Embedding = AdpEmbedding;
    static Embedding embedding(const Params& p, std::size_t first) {
        return {eam_embedding(central(p), first)};
    }
    static std::vector<double> embedding_samples(const Params& p) {
        return eam_embedding_samples(central(p));
    }

    Adp(const Params& p, std::size_t first_sample)
        : central_(central(p), first_sample),
          inverse_spacing_(static_cast<Real>(1 / p.tables->spacing)),
          angular_(static_cast<Real>(first_sample + eam_samples(central(p)).size())) {}

    /// Those of the central part; then, for each interval of distances, the cubic of u and that
    /// of w.
    static std::vector<double> samples(const Params& p) {
        std::vector<double> numbers = eam_samples(central(p));
        const std::vector<double> u = cubics_to_the_edge(p.dipole());
        const std::vector<double> w = cubics_to_the_edge(p.quadrupole());
        for (std::size_t k = 0; k < u.size(); k += spline_numbers)
            for (const std::vector<double>* function : {&u, &w})
                for (std::size_t i = 0; i < spline_numbers; ++i)
                    numbers.push_back((*function)[k + i]);
        return numbers;
    }

    MDSIM_HD void add(const Vec3<Real>& d, Real r2, Real* moment, const Real* base) const {
        const Place at = place(r2);
        const Real u = spline_value(lookup_four(base, at.index), at.t);
        const Real w = spline_value(lookup_four(base + 4, at.index), at.t);
        const Vec3<Real> wd = w * d;
        const Real added[moments] = {central_.density(r2, base),
                                     u * d.x,
                                     u * d.y,
                                     u * d.z,
                                     wd.x * d.x,
                                     wd.y * d.y,
                                     wd.z * d.z,
                                     wd.x * d.y,
                                     wd.x * d.z,
                                     wd.y * d.z};
        for (int k = 0; k < moments; ++k) moment[k] += added[k];
    }

    MDSIM_HD DirectedTerm<Real> operator()(const Vec3<Real>& d, Real r2, const Real* own,
                                           const Real* other, const Real* base) const {
        const PairTerm<Real> pair = central_(r2, own[0], other[0], base);
        const Place at = place(r2);
        const auto cu = lookup_four(base, at.index), cw = lookup_four(base + 4, at.index);
        const Real u = spline_value(cu, at.t), w = spline_value(cw, at.t);
        const Real per_r = inverse_spacing_ * reciprocal(at.r);
        const Real u_slope = spline_slope(cu, at.t) * per_r; // u' / r
        const Real w_slope = spline_slope(cw, at.t) * per_r;

        const SlopesOfPair<Real> by(own, other, d);
        const Real along = u_slope * dot(by.vector, d) + w_slope * dot(by.tensor, d) / 2 -
                           pair.force_over_r; // by d
        return {pair.energy, along * d + u * by.vector + w * by.tensor};
    }

  private:
    struct Place {
        Real r;
        decltype(truncate_to_int(Real())) index; ///< of the cubic of u
        Real t;                                  ///< where in the interval, from 0 to 1
    };
    MDSIM_HD Place place(Real r2) const {
        const Real r = square_root(r2);
        const Real steps = r * inverse_spacing_;
        return {r, scaled(truncate_to_int(steps), 8) + truncate_to_int(angular_),
                steps - truncate(steps)};
    }

    Eam<Real> central_;
    Real inverse_spacing_; ///< [1 / length]
    Real angular_;         ///< where the samples of u and w begin
};

} // namespace mdsim
