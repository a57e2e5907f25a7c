// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/contract.hpp"
#include "physics/motion/motion.hpp"

namespace mdsim {

/// Newton's equations by the velocity form of Verlet's method.
///
/// Swope, Andersen, Berens and Wilson, J. Chem. Phys. 76, 637 (1982), doi:10.1063/1.442716.
/// One step is: forces at hand, `begin`, move by the displacement, new forces, `complete`.
template <class Real> Motion<Real> velocity_verlet(double time_step) {
    MDSIM_EXPECT(time_step != 0); // a negative one goes back
    Motion<Real> motion;
    motion.half_step = static_cast<Real>(0.5 * time_step);
    return motion;
}

} // namespace mdsim
