// SPDX-License-Identifier: BSD-3-Clause
#include "physics/relaxation/box_relaxation.hpp"

#include <cmath>
#include <cstddef>

#include "core/contract.hpp"

namespace mdsim {

BoxRelaxation::BoxRelaxation(double atoms, double mean_mass, double volume,
                             const StrainNumbers& excess)
    : mass_(mean_mass) {
    MDSIM_EXPECT(atoms > 0 && mean_mass > 0 && volume > 0);
    const double distance = std::cbrt(volume / atoms);
    weight_ = atoms * distance * distance;
    for (std::size_t k = 0; k < force_.size(); ++k) force_[k] = volume * excess[k];
}

FireSums BoxRelaxation::sums(const StrainNumbers& rate) const {
    FireSums sums;
    for (std::size_t k = 0; k < rate.size(); ++k) {
        sums.power += force_[k] * rate[k];
        sums.velocity2 += weight_ * rate[k] * rate[k];
        sums.force2 += force_[k] * force_[k] / weight_;
    }
    return sums;
}

StrainNumbers BoxRelaxation::turned(const StrainNumbers& rate, const FireTurn& turn) const {
    StrainNumbers after{};
    for (std::size_t k = 0; k < rate.size(); ++k)
        after[k] = turn.keep * rate[k] + turn.gain * force_[k] / weight_;
    return after;
}

StrainNumbers BoxRelaxation::kicked(const StrainNumbers& rate, double time) const {
    StrainNumbers after{};
    for (std::size_t k = 0; k < rate.size(); ++k)
        after[k] = rate[k] + time * force_[k] / (weight_ * mass_);
    return after;
}

} // namespace mdsim
