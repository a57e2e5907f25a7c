// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "core/fraction_scale.hpp"
#include "kernels/state/displaced_atoms.hpp"

namespace mdsim {

/// Constants of the motion of atoms.
template <class P> struct MotionView {
    using Real = typename P::Real;

    FractionScale<P> scale;
    const Real* inverse_mass; ///< of each type
    Real first_inverse_mass;
    std::uint32_t types;
    Real largest_move2; ///< in one step, beyond which it is a fault [length^2]
    Real allowed_move2; ///< from the reference, beyond which lists may be stale [length^2]
    DisplacedAtoms<Real> displaced;
    std::uint64_t seed;
};

} // namespace mdsim
