// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/ids.hpp"
#include "physics/coupling/box_coupling.hpp"

namespace mdsim {

/// What thermostat and barostat act by: sums over all atoms between the half kicks of a step, some
/// steps before the one on which they act where their action is delayed.
struct CoupledSums {
    Step step = 0;
    double kinetic_energy = 0; ///< where a thermostat acts alone [energy]
    StrainNumbers virial{};    ///< where a barostat acts; tail correction included [energy]
    StrainNumbers kinetic2{};  ///< likewise sums of m v_a v_b [energy]

    bool operator==(const CoupledSums&) const = default;
};

} // namespace mdsim
