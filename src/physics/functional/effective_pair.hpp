// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>

#include "physics/functional/list.hpp"
#include "physics/pair/pair_term.hpp"
#include "physics/pair/potential_scale.hpp"

namespace mdsim {

/// What two atoms are to each other among others, by a functional whose embedding is linear about
/// the density of a close-packed crystal:
///
///     V(r) = phi(r) + 2 F'(rho_0) w(r),   rho_0 = 12 w(r_0).
///
/// Of a cluster functional it is the energy of two atoms alone.
///
/// For checks of sizes only, of time steps and distances: no force is computed by it. Finnis and
/// Sinclair, Philos. Mag. A 50, 45 (1984), section 4.
class EffectivePair {
  public:
    explicit EffectivePair(const ManyBodyParams& params);

    /// Energy and force at a squared distance [length^2]; zero at and beyond the cutoff.
    PairTerm<double> operator()(double r2) const {
        return r2 < cutoff_ * cutoff_ ? term_(r2) : PairTerm<double>{0, 0};
    }

    double cutoff() const { return cutoff_; } ///< [length]

    /// Depth of the well, and where the energy becomes positive.
    PotentialScale scale() const;

  private:
    std::function<PairTerm<double>(double)> term_;
    double cutoff_;
};

} // namespace mdsim
