// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "core/field.hpp"

namespace mdsim {

/// The section [velocity].
struct VelocitySettings {
    std::optional<double> temperature; ///< k_B T [energy]
    std::optional<bool> remove_drift;  ///< of the velocities drawn; true if absent

    static constexpr auto fields() {
        return std::make_tuple(
            field("temperature", &VelocitySettings::temperature, Dimension::temperature,
                  at_least(0),
                  "draw velocities from the Maxwell-Boltzmann distribution; without it they come "
                  "from the structure, or are zero"),
            field("remove_drift", &VelocitySettings::remove_drift,
                  "bring the centre of mass of the velocities drawn to rest; if absent, true"));
    }
};

} // namespace mdsim
