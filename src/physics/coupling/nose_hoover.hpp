// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cmath>
#include <string_view>

#include "core/contract.hpp"
#include "core/elementary.hpp"
#include "core/hd.hpp"
#include "core/math.hpp"
#include "physics/coupling/thermostat_action.hpp"
#include "physics/coupling/thermostat_settings.hpp"

namespace mdsim {

namespace coupling {

/// Weights of the fourth-order splitting into five parts, w, w, 1 - 4 w, w, w with
/// w = 1 / (4 - 4^(1/3)); Suzuki, J. Math. Phys. 32, 400 (1991).
inline constexpr int splitting_parts = 5;
MDSIM_HD double splitting_weight(int part) {
    constexpr double w = 0.41449077179437571;
    return part == 2 ? 1 - 4 * w : w;
}

/// exp(x). Near zero by few operations that wait for each other, as all of a chain does.
MDSIM_HD double chain_exponential(double x) {
    if (!(x < 0.125 && x > -0.125)) return exponential(x);
    const double x2 = x * x;
    const double x4 = x2 * x2;
    const auto pair = [x](double a, double b) { return fused_multiply_add(x, b, a); };
    const double low = fused_multiply_add(x2, pair(1.0 / 2, 1.0 / 6), 1 + x);
    const double middle =
        fused_multiply_add(x2, pair(1.0 / 720, 1.0 / 5040), pair(1.0 / 24, 1.0 / 120));
    const double high = pair(1.0 / 40320, 1.0 / 362880);
    return fused_multiply_add(x4, fused_multiply_add(x4, high, middle), low);
}

/// What an action follows from, but for the state and the kinetic energy.
struct ChainAction {
    double degrees_of_freedom;
    double temperature;       ///< kT [energy]
    double inverse_root_mass; ///< of all thermostats but the first
    double first_inverse_root_mass;
    double step; ///< of one splitting [time]
    int splittings;
};

/// A pass over a chain of thermostats, first to last and back. A chain of a length that the
/// compiler knows is kept in registers: `fixed_links` is that length, or 0.
template <int fixed_links> struct ChainPass {
    static constexpr int most = fixed_links > 0 ? fixed_links : ThermostatState::most_numbers;

    const ChainAction& action;
    double momentum[most]; ///< of each thermostat over the root of its mass [energy^1/2]
    double drag[most];     ///< of the pass in hand
    double work;           ///< done so far [energy]
    double scale = 1;      ///< of the velocities so far
    double twice_kinetic;
    int length;

    MDSIM_HD ChainPass(const ChainAction& a, int chain_length, double kinetic_energy,
                       const ThermostatState& state)
        : action(a), work(state.work), twice_kinetic(2 * kinetic_energy), length(chain_length) {
        for (int k = 0; k < links(); ++k) momentum[k] = state.number[k];
    }

    MDSIM_HD int links() const { return fixed_links > 0 ? fixed_links : length; }

    MDSIM_HD double inverse_root_mass(int k) const {
        return k == 0 ? action.first_inverse_root_mass : action.inverse_root_mass;
    }
    MDSIM_HD double rate(int k) const { return momentum[k] * inverse_root_mass(k); }

    /// Drives a momentum by what the one before it has too much, for half of `step`.
    MDSIM_HD void push(int k, double step) {
        const double excess =
            k == 0 ? twice_kinetic - action.degrees_of_freedom * action.temperature
                   : fused_multiply_add(momentum[k - 1], momentum[k - 1], -action.temperature);
        const double weight = 0.5 * step * inverse_root_mass(k) * drag[k];
        momentum[k] = fused_multiply_add(excess, weight, momentum[k] * (drag[k] * drag[k]));
    }

    /// Moves the chain on by `step`. On the way back each thermostat has the drag that it had on
    /// the way there, as that of the next one has not changed.
    MDSIM_HD void move(double step) {
        for (int k = links(); k-- > 0;) {
            drag[k] =
                k == links() - 1
                    ? 1
                    : chain_exponential(-0.25 * step * inverse_root_mass(k + 1) * momentum[k + 1]);
            push(k, step);
        }
        const double factor = chain_exponential(-step * inverse_root_mass(0) * momentum[0]);
        scale *= factor;
        twice_kinetic *= factor * factor;
        work += step * action.degrees_of_freedom * action.temperature * rate(0);
        for (int k = 1; k < links(); ++k) work += step * action.temperature * rate(k);
        for (int k = 0; k < links(); ++k) push(k, step);
    }
};

} // namespace coupling

/// A chain of Nosé-Hoover thermostats on the velocities of all particles.
///
/// Martyna, Klein and Tuckerman, J. Chem. Phys. 97, 2635 (1992), doi:10.1063/1.463940; integrated
/// as Martyna, Tuckerman, Tobias and Klein, Mol. Phys. 87, 1117 (1996),
/// doi:10.1080/00268979600100761, and Tuckerman, Statistical Mechanics: Theory and Molecular
/// Simulation (2010), section 4.11; the two half actions that meet at a step there are one here.
/// With Q_1 = N kT t^2 and Q_k = kT t^2, momenta are kept as p_k = sqrt(Q_k) dxi_k/dt: then a
/// change of kT, and of Q with it, leaves the energy of the chain as it is.
struct NoseHoover {
    static constexpr std::string_view name = "nose_hoover";

    int links = 3;   ///< thermostats in the chain, 1 to `longest_chain`
    double time = 1; ///< t, of which the masses follow [time]

    static NoseHoover of(const ThermostatSettings& s) {
        return {s.chain_length, s.relaxation_time};
    }

    /// The state holds the momenta, then nothing.
    std::array<ThermostatNumbers, 1> numbers() const { return {{{"momentum", links}}}; }

    /// What an action follows from that is known before the kinetic energy. It is split once for
    /// each eighth of the relaxation time that it stands for.
    MDSIM_HD coupling::ChainAction prepare(const ThermostatAction& action) const {
        MDSIM_EXPECT(links >= 1 && links <= longest_chain && time > 0);
        MDSIM_EXPECT(action.temperature > 0 && action.degrees_of_freedom > 0);
        const double root_mass = std::sqrt(action.temperature) * time;
        const double splittings = std::ceil(8 * action.time / time);
        return {action.degrees_of_freedom,
                action.temperature,
                1 / root_mass,
                1 / (root_mass * std::sqrt(action.degrees_of_freedom)),
                splittings > 1 ? action.time / splittings : action.time,
                splittings > 1 ? static_cast<int>(splittings) : 1};
    }

    /// Moves the chain on and returns the factor by which all velocities must be multiplied, where
    /// they have this kinetic energy, which is not negative [energy].
    MDSIM_HD double act(const coupling::ChainAction& action, double kinetic_energy,
                        ThermostatState& state) const {
        constexpr int usual = 3;
        return links == usual ? move<usual>(action, kinetic_energy, state)
                              : move<0>(action, kinetic_energy, state);
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
    MDSIM_HD double move(const coupling::ChainAction& action, double kinetic_energy,
                         ThermostatState& state) const {
        MDSIM_EXPECT(kinetic_energy >= 0);
        coupling::ChainPass<fixed_links> pass(action, links, kinetic_energy, state);
        for (int k = 0; k < action.splittings; ++k)
            for (int part = 0; part < coupling::splitting_parts; ++part)
                pass.move(coupling::splitting_weight(part) * action.step);
        for (int k = 0; k < pass.links(); ++k) state.number[k] = pass.momentum[k];
        state.work = pass.work;
        return pass.scale;
    }
};

} // namespace mdsim
