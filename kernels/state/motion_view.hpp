// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "kernels/state/displaced_atoms.hpp"

namespace mdsim {

/// Constants of the motion of atoms, whatever the box is.
template <class P> struct MotionView {
    using Real = typename P::Real;

    const Real* inverse_mass; ///< of each type
    Real first_inverse_mass;
    std::uint32_t types;
    DisplacedAtoms displaced;
    std::uint64_t seed;
};

} // namespace mdsim
