// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/contract.hpp"
#include "core/elementary.hpp"
#include "core/vec3.hpp"
#include "physics/coupling/box_coupling.hpp"
#include "physics/coupling/nose_hoover.hpp"

namespace mdsim {

/// What a piston remembers from step to step; at rest as a stage begins.
struct PistonState {
    Vec3<double> momentum{}; ///< of each edge, over the root of its mass [energy^1/2]
    ThermostatState chain{}; ///< of its own thermostats

    bool operator==(const PistonState&) const = default;
};

/// What a piston acts by, as a step begins.
struct PistonAction {
    Vec3<double> virial;    ///< of the forces, along the axes [energy]
    Vec3<double> kinetic2;  ///< sums of m v^2 along the axes [energy]
    double target = 0;      ///< wanted pressure [energy / length^3]
    double temperature = 0; ///< kT of the thermostats, positive [energy]
    double volume = 0;      ///< [length^3]
    double degrees_of_freedom = 0;
    double time = 0; ///< of the step [time]
};

/// What it does.
struct PistonMove {
    Vec3<double> velocities{1, 1, 1}; ///< their factors, the thermostat's included
    Vec3<double> strain{};            ///< logarithms of the factors of the edges, of a whole step
};

/// The box as a piston with a mass and thermostats of its own, which samples the ensemble of
/// constant pressure and temperature.
///
/// Martyna, Tobias and Klein, J. Chem. Phys. 101, 4177 (1994), doi:10.1063/1.467468: the edges of a
/// box that keeps its angles, with the masses (N_f + 3) kT t^2 / 3. The equations of motion are
/// split as by Tuckerman, Alejandre, López-Rendón, Jochim and Martyna, J. Phys. A 39, 5629 (2006),
/// doi:10.1088/0305-4470/39/19/S18, with the box on either side of the drift: atoms keep their
/// fractions of the edges while it changes, and drift in the box of half a step. The two half
/// actions that meet at a step, of velocities, piston and thermostats, are one here.
struct Piston {
    double time = 1;                               ///< t, of which the masses follow [time]
    int links = 3;                                 ///< thermostats in its chain
    BoxCoupling coupling = BoxCoupling::isotropic; ///< not full

    /// Acts once a step. `thermostat` is the one of the atoms: it is handed their kinetic energy
    /// [energy], acts, and returns the factor of all velocities.
    template <class Thermostat>
    PistonMove act(const PistonAction& by, PistonState& state, const Thermostat& thermostat) const {
        Passage passage(*this, by, state);
        passage.scale();
        passage.push();
        passage.move_chain();
        passage.turn(thermostat(passage.kinetic_energy()));
        passage.push();
        passage.scale();
        return passage.move();
    }

    /// What it adds to the conserved energy, beside pressure times volume, before it acts [energy].
    ///
    /// A step is symmetric about the middle of an action, where energies are exact to the square of
    /// its time. Here they are seen before it: what half an action changes is added, to first
    /// order.
    double energy(const PistonAction& by, const PistonState& state) const;

  private:
    /// The parts of an action, one behind the other.
    class Passage {
      public:
        Passage(const Piston& piston, const PistonAction& by, PistonState& state);
        void scale();      ///< half a step of what the piston does to velocities
        void push();       ///< half a step of what pressure does to the piston
        void move_chain(); ///< a whole step of its thermostats
        void turn(double factor);
        double kinetic_energy() const { return 0.5 * sum(by_.kinetic2); }
        PistonMove move() const;

      private:
        static double sum(const Vec3<double>& v) { return v.x + v.y + v.z; }
        Vec3<double> rate() const { return inverse_root_mass_ * state_->momentum; }

        const Piston* piston_;
        PistonAction by_;
        PistonState* state_;
        double inverse_root_mass_;
        Vec3<double> velocities_{1, 1, 1};
    };

    NoseHoover chain() const { return {links, time}; }
};

} // namespace mdsim
