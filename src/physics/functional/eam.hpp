// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "core/hd.hpp"
#include "core/math.hpp"
#include "physics/functional/eam_embedding.hpp"
#include "physics/functional/eam_params.hpp"
#include "physics/functional/eam_samples.hpp"
#include "physics/functional/pair_functional.hpp"
#include "physics/functional/uniform_spline.hpp"

namespace mdsim {

/// The embedded-atom method by tables: Daw and Baskes, Phys. Rev. B 29, 6443 (1984),
/// doi:10.1103/PhysRevB.29.6443; with densities that depend on both elements, Finnis and Sinclair,
/// Philos. Mag. A 50, 45 (1984), doi:10.1080/01418618408244210.
///
/// The density w and r phi are splines of the distance on the grid of the files, exactly as LAMMPS
/// evaluates them. The samples of a pair are three arrays (eam_samples).
template <class Real> class Eam {
  public:
    using Params = EamParams;
    using value_type = Real;
    template <class Other> using rebind = Eam<Other>;
    static constexpr bool uses_samples = true;

    using Embedding = EamEmbedding;
    static Embedding embedding(const Params& p, std::size_t first) {
        return eam_embedding(p, first);
    }
    static std::vector<double> embedding_samples(const Params& p) {
        return eam_embedding_samples(p);
    }

    Eam(const Params& p, std::size_t first_sample)
        : inverse_spacing_(static_cast<Real>(1 / p.tables->spacing)),
          limit2_(static_cast<Real>(p.tables->cutoff * p.tables->cutoff)),
          densities_(static_cast<Real>(first_sample)),
          forces_(static_cast<Real>(first_sample + eam_forces_at(p))),
          other_slopes_(static_cast<Real>(first_sample + eam_other_slopes_at(p))) {}

    static std::vector<double> samples(const Params& p) { return eam_samples(p); }

    MDSIM_HD Real density(Real r2, const Scalar<Real>* base) const {
        const Place at = place(r2);
        const auto c = lookup_four(base, scaled(at.interval, 4) + truncate_to_int(densities_));
        return spline_value(c, at.t);
    }

    MDSIM_HD PairTerm<Real> operator()(Real r2, Real own, Real other,
                                       const Scalar<Real>* base) const {
        const Place at = place(r2);
        const auto c = lookup_four(base, scaled(at.interval, 4) + truncate_to_int(other_slopes_));
        const Real there = spline_value(c, at.t);
        return term(at, base, [&](Real here) { return own * here + other * there; });
    }

    MDSIM_HD PairTerm<Real> of_like(Real r2, Real slopes, const Scalar<Real>* base) const {
        return term(place(r2), base, [&](Real here) { return slopes * here; });
    }

  private:
    struct Place {
        Real r2, r;
        decltype(truncate_to_int(std::declval<Real>())) interval;
        Real t; ///< where in the interval, from 0 to 1
    };
    MDSIM_HD Place place(Real r2) const {
        const Real within = minimum(r2, limit2_);
        const Real r = square_root(within);
        const Real steps = r * inverse_spacing_;
        return {within, r, truncate_to_int(steps), steps - truncate(steps)};
    }

    /// phi and F/r; `embedded` turns the slope of the density at the atom into that of all that is
    /// embedded.
    template <class Embedded>
    MDSIM_HD PairTerm<Real> term(const Place& at, const Scalar<Real>* base,
                                 const Embedded& embedded) const {
        const auto index = scaled(at.interval, 8) + truncate_to_int(forces_);
        const Real steep = embedded(spline_value(lookup_four(base + 4, index), at.t));
        const auto c = lookup_four(base, index);
        const Real inverse_r2 = reciprocal(at.r2), inverse_r = at.r * inverse_r2;
        const Real phi = spline_value(c, at.t) * inverse_r;
        const Real hollow = fused_multiply_add(spline_slope(c, at.t), -inverse_spacing_, phi);
        return {phi, fused_multiply_add(hollow, inverse_r2, -(steep * inverse_r))};
    }

    Real inverse_spacing_; ///< [1 / length]
    Real limit2_;          ///< where the pair ends [length^2]
    Real densities_;       ///< where the samples of each kind begin
    Real forces_;
    Real other_slopes_;
};

} // namespace mdsim
