// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "core/communicator.hpp"
#include "state/structure.hpp"

namespace mdsim {

/// How the atoms of a structure move.
struct StartMotion {
    double thermal = 0; ///< k_B T about the centre of mass; 0 without velocities [energy]
    double drift = 0;   ///< the speed of the centre of mass [length / time]
};

/// The motion that the velocities of a structure make, whose types index `species`. Collective;
/// the same on any number of ranks.
StartMotion motion_of(const Structure& structure, const std::vector<Species>& species,
                      const Communicator& comm);

} // namespace mdsim
