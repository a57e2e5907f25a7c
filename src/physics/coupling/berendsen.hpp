// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cmath>
#include <string_view>

#include "core/contract.hpp"
#include "core/elementary.hpp"
#include "core/hd.hpp"
#include "physics/coupling/thermostat_action.hpp"
#include "physics/coupling/thermostat_settings.hpp"

namespace mdsim {

/// Weak coupling to a bath: velocities are scaled so that the kinetic energy relaxes exponentially
/// to its mean, without fluctuations of its own. It samples no ensemble.
///
/// Berendsen, Postma, van Gunsteren, DiNola and Haak, J. Chem. Phys. 81, 3684 (1984),
/// doi:10.1063/1.448118, eq. 9, whose solution is used for any time; eq. 11 there is its first
/// order.
struct Berendsen {
    static constexpr std::string_view name = "berendsen";

    double time = 1; ///< in which the kinetic energy relaxes [time]

    static Berendsen of(const ThermostatSettings& s) { return {s.relaxation_time}; }

    std::array<ThermostatNumbers, 0> numbers() const { return {}; }

    /// What an action follows from that is known before the kinetic energy.
    struct Pull {
        double kept;   ///< of the distance of the kinetic energy from its mean
        double wanted; ///< that mean [energy]
    };

    MDSIM_HD Pull prepare(const ThermostatAction& action) const {
        MDSIM_EXPECT(time > 0 && action.temperature > 0 && action.degrees_of_freedom > 0);
        return {exponential(-action.time / time),
                0.5 * action.degrees_of_freedom * action.temperature};
    }

    /// Returns the factor by which all velocities must be multiplied, where they have this kinetic
    /// energy, which is not negative [energy]; atoms at rest stay at rest.
    MDSIM_HD double act(const Pull& by, double kinetic_energy, ThermostatState& state) const {
        MDSIM_EXPECT(kinetic_energy >= 0);
        if (!(kinetic_energy > 0)) return 1;
        const double factor2 = by.kept + (1 - by.kept) * by.wanted / kinetic_energy;
        state.work += (1 - factor2) * kinetic_energy;
        return std::sqrt(factor2);
    }

    /// What it adds to the conserved energy: minus the heat that it has given [energy].
    double energy(const ThermostatState& state) const { return state.work; }

    bool operator==(const Berendsen&) const = default;
};

} // namespace mdsim
