// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

namespace mdsim {

/// A chain of Nosé-Hoover thermostats on the velocities of all particles.
///
/// Martyna, Klein and Tuckerman, J. Chem. Phys. 97, 2635 (1992), doi:10.1063/1.463940; integrated
/// as Martyna, Tuckerman, Tobias and Klein, Mol. Phys. 87, 1117 (1996),
/// doi:10.1080/00268979600100761, and Tuckerman, Statistical Mechanics: Theory and Molecular
/// Simulation (2010), section 4.11. Plain double arithmetic, done alike by every rank and, from the
/// same formulas (thermostat_chain.hpp), by a device.
class NoseHooverChain {
  public:
    /// What a checkpoint stores.
    struct State {
        std::vector<double> momentum; ///< of each thermostat over the root of its mass [energy^1/2]
        double potential = 0;         ///< work done by the thermostats so far [energy]
    };

    struct Settings {
        int length = 3;   ///< thermostats in the chain, 1 to `longest_chain`
        double time = 1;  ///< t, of which the masses follow: Q_1 = N kT t^2, Q_k = kT t^2 [time]
        int substeps = 1; ///< parts of each half step, at least 1
    };

    /// A chain at rest.
    explicit NoseHooverChain(const Settings& settings);

    /// A chain restored; the state must have `length` momenta.
    NoseHooverChain(const Settings& settings, State state);

    /// Moves the chain on by half a time step and returns the factor by which all velocities must
    /// be multiplied. `kinetic_energy` is that of the particles now [energy], `temperature` the kT
    /// wanted now, positive, which may change from call to call [energy].
    double propagate(double kinetic_energy, double degrees_of_freedom, double temperature,
                     double time_step);

    /// What the chain adds to the conserved energy; kinetic plus potential energy of the particles
    /// plus this is constant, also while the temperature is ramped [energy].
    double energy() const;

    const State& state() const { return state_; }

    const Settings& settings() const { return settings_; }

  private:
    Settings settings_;
    State state_;
};

} // namespace mdsim
