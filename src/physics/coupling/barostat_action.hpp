// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "core/noise.hpp"
#include "physics/coupling/box_coupling.hpp"
#include "physics/coupling/thermostat_action.hpp"

namespace mdsim {

/// What a barostat acts by, as a step begins.
struct BarostatAction {
    StrainNumbers virial{};   ///< of the forces, tail correction included [energy]
    StrainNumbers kinetic2{}; ///< sums of m v_a v_b [energy]
    double target = 0;        ///< wanted pressure [energy / length^3]
    double temperature = 0;   ///< kT wanted [energy]
    double volume = 0;        ///< [length^3]
    double degrees_of_freedom = 0;
    double time = 0; ///< that this action stands for, up to the next one [time]
    NoiseKey noise;  ///< of its random numbers
};

/// The key of the random numbers of an action on a step.
MDSIM_HD NoiseKey barostat_noise(std::uint64_t seed, Step step) {
    return {seed, 0, step, NoisePurpose::barostat};
}

/// The kinetic energy by the tensor of m v_a v_b.
MDSIM_HD double kinetic_energy_of(const StrainNumbers& kinetic2) {
    return 0.5 * (kinetic2[0] + kinetic2[1] + kinetic2[2]);
}

/// What drives the edges of a box whose angles are free, too, beside the pressure, in units of kT:
/// the same for each component of the strain as pressure times volume.
///
/// The density of cells h in the ensemble of constant pressure is det(h)^-2 (Martyna, Tobias and
/// Klein, J. Chem. Phys. 101, 4177 (1994), doi:10.1063/1.467468), and that of the triangular cells
/// that are left once rotations are integrated out is h_yy^-1 h_zz^-2 (Muirhead, Aspects of
/// Multivariate Statistical Theory, 1982, theorem 2.1.13, of the transposes). Strains that multiply
/// triangular cells from the right give h_xx^-2 h_yy^-1 by themselves; the ratio of both is that of
/// this force.
MDSIM_HD StrainNumbers corner_force(BoxCoupling coupling) {
    if (coupling != BoxCoupling::full) return {};
    return {2, 0, -2, 0, 0, 0};
}

/// What a barostat does.
struct BoxMove {
    /// Heights may leave the frame of the grid by one action, and lists be used up, but no atom may
    /// lose its neighbours.
    static constexpr double largest_strain = 0.04;

    /// The logarithm of the matrix with which the edges are multiplied.
    StrainNumbers strain{};
    /// Velocities are multiplied with its transpose; the thermostat's factor is in it.
    LowerTriangular<double> velocities = scaling(1.0);
    LowerTriangular<double> drift = scaling(1.0); ///< of the edges that atoms drift in
    LowerTriangular<double> next = scaling(1.0);  ///< of those of the next step

    /// Whether a box can change so much in one step.
    MDSIM_HD bool possible() const {
        for (int k = 0; k < 6; ++k) {
            const double s = strain[static_cast<std::size_t>(k)];
            if (!(s <= largest_strain && s >= -largest_strain)) return false;
        }
        return true;
    }
};

/// Two numbers that do not follow from each other.
struct TwoNumbers {
    double first;
    double second;
};

/// How an action computes them: one after the other. Devices may do both at once.
struct InOrder {
    template <class First, class Second>
    MDSIM_HD TwoNumbers operator()(const First& first, const Second& second) const {
        const double one = first();
        return {one, second()};
    }
};

/// What a piston remembers from step to step; at rest as a stage begins.
struct PistonState {
    StrainNumbers momentum{}; ///< of each strain, over the root of its mass [energy^1/2]
    ThermostatState chain{};  ///< of its own thermostats

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
