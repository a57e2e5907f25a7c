// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>

#include "core/contract.hpp"
#include "core/elementary.hpp"
#include "physics/motion/motion.hpp"

namespace mdsim {

/// Langevin dynamics by the BAOAB splitting: kick, drift, friction and noise, drift, kick. Friction
/// [1 / time] and temperature kT [energy] are those of this step.
///
/// Leimkuhler and Matthews, Appl. Math. Res. Express 2013, 34, doi:10.1093/amrx/abs010;
/// exact in configuration for a harmonic force. `begin` does B A O A and `complete` the last B, so
/// a step is written like a step of velocity Verlet.
template <class Real> Motion<Real> langevin(double time_step, double friction, double temperature) {
    MDSIM_EXPECT(time_step > 0 && friction >= 0 && temperature >= 0);
    const double kept = exponential(-friction * time_step);
    Motion<Real> motion;
    motion.half_step = static_cast<Real>(0.5 * time_step);
    motion.thermal = true;
    motion.purpose = NoisePurpose::langevin;
    motion.lost = static_cast<Real>(1 - kept);
    motion.noise = static_cast<Real>(std::sqrt((1 - kept) * (1 + kept) * temperature));
    return motion;
}

} // namespace mdsim
