// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>

#include "core/contract.hpp"
#include "core/elementary.hpp"
#include "physics/motion/motion.hpp"

namespace mdsim {

/// Newton's equations with collisions: each atom now and then takes a new velocity from the
/// distribution of Maxwell and Boltzmann at this step's temperature kT [energy]. The collisions of
/// an atom are a Poisson process of the given rate, `frequency` [1 / time].
///
/// Andersen, J. Chem. Phys. 72, 2384 (1980), doi:10.1063/1.439486. They come in the middle of the
/// drift, where langevin() has its noise: so the configurations are as exact, and at most one
/// collision of an atom counts in a step.
template <class Real>
Motion<Real> andersen(double time_step, double frequency, double temperature) {
    MDSIM_EXPECT(time_step > 0 && frequency > 0 && temperature >= 0);
    constexpr double below_one = 1 - 0x1p-53;
    Motion<Real> motion;
    motion.half_step = static_cast<Real>(0.5 * time_step);
    motion.thermal = true;
    motion.purpose = NoisePurpose::andersen;
    motion.lost = Real(1);
    motion.noise = static_cast<Real>(std::sqrt(temperature));
    const double spared = std::min(exponential(-frequency * time_step), below_one);
    motion.spared = static_cast<std::uint64_t>(spared * 0x1p64);
    return motion;
}

} // namespace mdsim
