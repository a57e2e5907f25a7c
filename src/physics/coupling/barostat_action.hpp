// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "core/elementary.hpp"
#include "core/noise.hpp"
#include "core/vec3.hpp"
#include "physics/coupling/thermostat_action.hpp"

namespace mdsim {

/// What a barostat acts by, as a step begins.
struct BarostatAction {
    Vec3<double> virial;    ///< of the forces along the axes, tail correction included [energy]
    Vec3<double> kinetic2;  ///< sums of m v^2 along the axes [energy]
    double target = 0;      ///< wanted pressure [energy / length^3]
    double temperature = 0; ///< kT wanted [energy]
    double volume = 0;      ///< [length^3]
    double degrees_of_freedom = 0;
    double time = 0; ///< that this action stands for, up to the next one [time]
    NoiseKey noise;  ///< of its random numbers

    /// The pressure along the axes now [energy / length^3].
    MDSIM_HD Vec3<double> pressure() const {
        const Vec3<double> sum = kinetic2 + virial;
        return {sum.x / volume, sum.y / volume, sum.z / volume};
    }
};

/// The key of the random numbers of an action on a step.
MDSIM_HD NoiseKey barostat_noise(std::uint64_t seed, Step step) {
    return {seed, 0, step, NoisePurpose::barostat};
}

/// exp(part * strain) along each axis.
MDSIM_HD Vec3<double> edge_factors(const Vec3<double>& strain, double part = 1) {
    return {exponential(part * strain.x), exponential(part * strain.y),
            exponential(part * strain.z)};
}

/// What a barostat does, along x, y and z.
struct BoxMove {
    /// Heights may leave the frame of the grid by one action, and lists be used up, but no atom may
    /// lose its neighbours.
    static constexpr double largest_strain = 0.04;

    Vec3<double> strain{};            ///< logarithms of the factors of the edges
    Vec3<double> velocities{1, 1, 1}; ///< their factors, the thermostat's included
    Vec3<double> drift{1, 1, 1};      ///< factors of the edges that atoms drift in
    Vec3<double> next{1, 1, 1};       ///< of those of the next step

    /// Whether a box can change so much in one step.
    MDSIM_HD bool possible() const {
        const auto small = [](double s) { return s <= largest_strain && s >= -largest_strain; };
        return small(strain.x) && small(strain.y) && small(strain.z);
    }
};

/// What a piston remembers from step to step; at rest as a stage begins.
struct PistonState {
    Vec3<double> momentum{}; ///< of each edge, over the root of its mass [energy^1/2]
    ThermostatState chain{}; ///< of its own thermostats

    bool operator==(const PistonState&) const = default;
};

/// What a barostat remembers from action to action; zero as a stage begins.
struct BarostatState {
    /// Minus the work that it has done on the atoms; of a piston that of the pressure on it
    /// [energy].
    double work = 0;
    PistonState piston{}; ///< of mtk

    bool operator==(const BarostatState&) const = default;
};

} // namespace mdsim
