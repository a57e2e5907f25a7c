// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cmath>
#include <string_view>

#include "core/contract.hpp"
#include "core/divisor.hpp"
#include "core/elementary.hpp"
#include "core/hd.hpp"
#include "physics/coupling/thermostat_action.hpp"
#include "physics/coupling/thermostat_settings.hpp"

namespace mdsim {

namespace coupling {

/// Weights of the fourth-order splitting into five parts, w, w, 1 - 4 w, w, w with
/// w = 1 / (4 - 4^(1/3)); Suzuki, J. Math. Phys. 32, 400 (1991).
MDSIM_HD double splitting_weight(int part) {
    constexpr double w = 0.41449077179437571;
    return part == 2 ? 1 - 4 * w : w;
}

/// A pass over a chain of thermostats, first to last and back. A chain of a length that the
/// compiler knows is kept in registers: `fixed_links` is that length, or 0.
template <int fixed_links> struct ChainPass {
    static constexpr int most = fixed_links > 0 ? fixed_links : ThermostatState::most_numbers;

    double momentum[most]; ///< of each thermostat over the root of its mass [energy^1/2]
    double drag[most];     ///< of the pass in hand
    double work;           ///< done so far [energy]
    double scale = 1;      ///< of the velocities so far
    double twice_kinetic;
    double degrees_of_freedom;
    double temperature;
    Divisor root_mass;       ///< of all thermostats but the first
    Divisor first_root_mass; ///< sqrt(Q), of the first
    int length;

    MDSIM_HD int links() const { return fixed_links > 0 ? fixed_links : length; }

    MDSIM_HD double rate(int k) const {
        return k == 0 ? first_root_mass.divide(momentum[0]) : root_mass.divide(momentum[k]);
    }

    MDSIM_HD void push(int k, double step) {
        const double driven =
            k == 0 ? first_root_mass.divide(twice_kinetic - degrees_of_freedom * temperature)
                   : root_mass.divide(momentum[k - 1] * momentum[k - 1] - temperature);
        momentum[k] = (momentum[k] * drag[k] + 0.5 * step * driven) * drag[k];
    }

    /// Moves the chain on by `step`. On the way back each thermostat has the drag that it had on
    /// the way there, as that of the next one has not changed.
    MDSIM_HD void move(double step) {
        for (int k = links(); k-- > 0;) {
            drag[k] = k == links() - 1 ? 1 : exponential(-0.25 * step * rate(k + 1));
            push(k, step);
        }
        const double factor = exponential(-step * rate(0));
        scale *= factor;
        twice_kinetic *= factor * factor;
        work += step * degrees_of_freedom * temperature * rate(0);
        for (int k = 1; k < links(); ++k) work += step * temperature * rate(k);
        for (int k = 0; k < links(); ++k) push(k, step);
    }
};

} // namespace coupling

/// A chain of Nosé-Hoover thermostats on the velocities of all particles.
///
/// Martyna, Klein and Tuckerman, J. Chem. Phys. 97, 2635 (1992), doi:10.1063/1.463940; integrated
/// as Martyna, Tuckerman, Tobias and Klein, Mol. Phys. 87, 1117 (1996),
/// doi:10.1080/00268979600100761, and Tuckerman, Statistical Mechanics: Theory and Molecular
/// Simulation (2010), section 4.11. With Q_1 = N kT t^2 and Q_k = kT t^2, momenta are kept as
/// p_k = sqrt(Q_k) dxi_k/dt: then a change of kT, and of Q with it, leaves the energy of the chain
/// as it is.
struct NoseHoover {
    static constexpr std::string_view name = "nose_hoover";

    int links = 3;   ///< thermostats in the chain, 1 to `longest_chain`
    double time = 1; ///< t, of which the masses follow [time]

    static NoseHoover of(const ThermostatSettings& s) {
        return {s.chain_length, s.relaxation_time};
    }

    /// The state holds the momenta, then nothing.
    std::array<ThermostatNumbers, 1> numbers() const { return {{{"momentum", links}}}; }

    /// Moves the chain on and returns the factor by which all velocities must be multiplied.
    MDSIM_HD double act(const ThermostatAction& action, ThermostatState& state) const {
        constexpr int usual = 3;
        return links == usual ? move<usual>(action, state) : move<0>(action, state);
    }

    /// What it adds to the conserved energy; kinetic plus potential energy of the particles plus
    /// this is constant, also while the temperature is ramped [energy].
    double energy(const ThermostatState& state) const {
        double sum = state.work;
        for (int k = 0; k < links; ++k) sum += 0.5 * state.number[k] * state.number[k];
        return sum;
    }

    bool operator==(const NoseHoover&) const = default;

  private:
    template <int fixed_links>
    MDSIM_HD double move(const ThermostatAction& action, ThermostatState& state) const {
        MDSIM_EXPECT(links >= 1 && links <= longest_chain && time > 0);
        MDSIM_EXPECT(action.temperature > 0 && action.degrees_of_freedom > 0);
        MDSIM_EXPECT(action.kinetic_energy >= 0);
        const double root_mass = std::sqrt(action.temperature) * time;
        coupling::ChainPass<fixed_links> pass;
        pass.length = links;
        for (int k = 0; k < pass.links(); ++k) pass.momentum[k] = state.number[k];
        pass.work = state.work;
        pass.twice_kinetic = 2 * action.kinetic_energy;
        pass.degrees_of_freedom = action.degrees_of_freedom;
        pass.temperature = action.temperature;
        pass.root_mass = Divisor(root_mass);
        pass.first_root_mass = Divisor(root_mass * std::sqrt(action.degrees_of_freedom));
        for (int part = 0; part < 5; ++part)
            pass.move(coupling::splitting_weight(part) * action.time);
        for (int k = 0; k < pass.links(); ++k) state.number[k] = pass.momentum[k];
        state.work = pass.work;
        return pass.scale;
    }
};

} // namespace mdsim
