// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace mdsim {

/// What is to be summed up beside forces, and of velocities. Sums that are not wanted may be left
/// zero.
enum class WantedSums {
    none,
    diagonals, ///< of the virial and of the kinetic tensor, which a barostat of free edges acts by
    all        ///< with the energy, all components, and the momentum
};

} // namespace mdsim
