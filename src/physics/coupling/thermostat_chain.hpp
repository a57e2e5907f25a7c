// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>

#include "core/contract.hpp"
#include "core/elementary.hpp"
#include "core/hd.hpp"

namespace mdsim {

/// Thermostats in a chain, at most.
inline constexpr int longest_chain = 16;

/// What a chain of Nosé-Hoover thermostats needs to be moved on; see NoseHooverChain.
struct ChainDrive {
    double degrees_of_freedom;
    double temperature; ///< kT wanted now, positive [energy]
    double time;        ///< t, of which the masses follow: Q_1 = N kT t^2, Q_k = kT t^2 [time]
    double step;        ///< half of it passes [time]
    int substeps;       ///< parts of the half step, at least 1

    bool operator==(const ChainDrive&) const = default;
};

/// A chain wherever it lies: `length` momenta, and the work done so far.
struct ChainPlace {
    double* momentum; ///< of each thermostat over the root of its mass [energy^1/2]
    int length;
    double* potential; ///< [energy]
};

namespace coupling {

/// Weights of the fourth-order splitting into five parts, w, w, 1 - 4 w, w, w with
/// w = 1 / (4 - 4^(1/3)); Suzuki, J. Math. Phys. 32, 400 (1991).
MDSIM_HD double splitting_weight(int part) {
    constexpr double w = 0.41449077179437571;
    return part == 2 ? 1 - 4 * w : w;
}

/// One pass over a chain.
struct ChainPass {
    ChainPlace chain;
    double degrees_of_freedom;
    double temperature;
    double root_mass; ///< of all thermostats but the first
    double first_root_mass;
    double twice_kinetic;

    MDSIM_HD double rate(int k) const {
        return chain.momentum[k] / (k == 0 ? first_root_mass : root_mass);
    }

    MDSIM_HD void push(int k, double step) const {
        double* p = chain.momentum;
        const double driven =
            k == 0 ? (twice_kinetic - degrees_of_freedom * temperature) / first_root_mass
                   : (p[k - 1] * p[k - 1] - temperature) / root_mass;
        const double drag = k == chain.length - 1 ? 1 : exponential(-0.25 * step * rate(k + 1));
        p[k] = (p[k] * drag + 0.5 * step * driven) * drag;
    }

    /// Moves the chain on by `step`; returns the factor of the velocities.
    MDSIM_HD double move(double step) {
        for (int k = chain.length; k-- > 0;) push(k, step);
        const double scale = exponential(-step * rate(0));
        twice_kinetic *= scale * scale;
        *chain.potential += step * degrees_of_freedom * temperature * rate(0);
        for (int k = 1; k < chain.length; ++k) *chain.potential += step * temperature * rate(k);
        for (int k = 0; k < chain.length; ++k) push(k, step);
        return scale;
    }
};

} // namespace coupling

/// Moves a chain on by half a step and returns the factor by which all velocities must be
/// multiplied. `kinetic_energy` is that of the particles now [energy].
///
/// With Q_1 = N kT t^2 and Q_k = kT t^2, momenta are kept as p_k = sqrt(Q_k) dxi_k/dt: then a
/// change of kT, and of Q with it, leaves the energy of the chain as it is.
MDSIM_HD double propagate_chain(const ChainDrive& drive, double kinetic_energy,
                                const ChainPlace& chain) {
    MDSIM_EXPECT(chain.length >= 1 && chain.length <= longest_chain && drive.substeps >= 1);
    MDSIM_EXPECT(drive.temperature > 0 && drive.time > 0 && drive.degrees_of_freedom > 0);
    MDSIM_EXPECT(kinetic_energy >= 0);
    const double root_mass = std::sqrt(drive.temperature) * drive.time;
    coupling::ChainPass pass{chain,
                             drive.degrees_of_freedom,
                             drive.temperature,
                             root_mass,
                             root_mass * std::sqrt(drive.degrees_of_freedom),
                             2 * kinetic_energy};
    double scale = 1;
    for (int i = 0; i < drive.substeps; ++i)
        for (int part = 0; part < 5; ++part)
            scale *=
                pass.move(coupling::splitting_weight(part) * 0.5 * drive.step / drive.substeps);
    return scale;
}

} // namespace mdsim
