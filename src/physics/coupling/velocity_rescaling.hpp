// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cmath>
#include <string_view>

#include "core/contract.hpp"
#include "core/elementary.hpp"
#include "core/hd.hpp"
#include "core/noise.hpp"
#include "physics/coupling/thermostat_action.hpp"
#include "physics/coupling/thermostat_settings.hpp"

namespace mdsim {

/// A number of the gamma distribution of a shape of at least 1 and scale 1, a pure function of the
/// key, whose blocks it uses from `block` on.
///
/// Marsaglia and Tsang, ACM Trans. Math. Softw. 26, 363 (2000), doi:10.1145/358407.358414. Of its
/// tries at least 95 % are taken, so that the last of them never decides in practice.
MDSIM_HD double gamma_number(double shape, const NoiseKey& key, std::uint32_t block) {
    MDSIM_EXPECT(shape >= 1);
    constexpr int tries = 60;
    const double d = shape - 1.0 / 3;
    const double c = 1 / std::sqrt(9 * d);
    double v = 1;
    for (int i = 0; i < tries; ++i, block += 2) {
        const PhiloxBlock a = random_bits(key, block);
        const PhiloxBlock b = random_bits(key, block + 1);
        const double x =
            box_muller(uniform(a.word[0], a.word[1]), uniform(a.word[2], a.word[3])).first;
        const double root = 1 + c * x;
        if (root <= 0) continue;
        v = root * root * root;
        if (logarithm(uniform(b.word[0], b.word[1])) < 0.5 * x * x + d * (1 - v + logarithm(v)))
            break;
    }
    return d * v;
}

/// Stochastic velocity rescaling: the kinetic energy follows a dynamics of its own, which relaxes
/// it within a time and gives it the distribution of the canonical ensemble; velocities are scaled
/// to have it.
///
/// Bussi, Donadio and Parrinello, J. Chem. Phys. 126, 014101 (2007), doi:10.1063/1.2408420, eqs.
/// A7 and A8. The action is exact for any time, so short actions with no other change between them
/// are one long action.
struct VelocityRescaling {
    static constexpr std::string_view name = "velocity_rescaling";

    double time = 1; ///< in which the kinetic energy relaxes [time]

    static VelocityRescaling of(const ThermostatSettings& s) { return {s.relaxation_time}; }

    std::array<ThermostatNumbers, 0> numbers() const { return {}; }

    /// What an action follows from that is known before the kinetic energy.
    struct Renewal {
        double kept;        ///< c of eq. A7
        double first;       ///< a normal number
        double others;      ///< the sum of the squares of all others
        double temperature; ///< kT wanted [energy]
    };

    MDSIM_HD Renewal prepare(const ThermostatAction& action) const {
        MDSIM_EXPECT(time > 0 && action.temperature > 0 && action.degrees_of_freedom >= 3);
        const PhiloxBlock bits = random_bits(action.noise, 0);
        const double first =
            box_muller(uniform(bits.word[0], bits.word[1]), uniform(bits.word[2], bits.word[3]))
                .first;
        return {exponential(-action.time / time), first,
                2 * gamma_number(0.5 * (action.degrees_of_freedom - 1), action.noise, 1),
                action.temperature};
    }

    /// Returns the factor by which all velocities must be multiplied, where they have this kinetic
    /// energy, which is not negative [energy]; atoms at rest stay at rest.
    MDSIM_HD double act(const Renewal& by, double kinetic_energy, ThermostatState& state) const {
        MDSIM_EXPECT(kinetic_energy >= 0);
        if (!(kinetic_energy > 0)) return 1;
        // (1 - c) Kwanted / (N K) of eq. A7, where Kwanted = N kT / 2.
        const double renewed = (1 - by.kept) * 0.5 * by.temperature / kinetic_energy;
        const double cross = std::sqrt(by.kept * renewed);
        const double factor2 =
            by.kept + renewed * (by.first * by.first + by.others) + 2 * by.first * cross;
        state.work += (1 - factor2) * kinetic_energy;
        const double factor = std::sqrt(factor2);
        return by.first * std::sqrt(renewed) + std::sqrt(by.kept) < 0 ? -factor : factor;
    }

    /// What it adds to the conserved energy: minus the heat that it has given; kinetic plus
    /// potential energy of the particles plus this is constant [energy].
    double energy(const ThermostatState& state) const { return state.work; }

    bool operator==(const VelocityRescaling&) const = default;
};

} // namespace mdsim
