// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/contract.hpp"
#include "physics/motion/motion.hpp"

namespace mdsim {

/// Velocity Verlet for a time of its own in each step of a minimization; none leaves atoms where
/// they are.
template <class Real> Motion<Real> descent(double time) {
    MDSIM_EXPECT(time >= 0);
    Motion<Real> motion;
    motion.half_step = static_cast<Real>(0.5 * time);
    return motion;
}

} // namespace mdsim
