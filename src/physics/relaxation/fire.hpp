// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

namespace mdsim {

/// Where a descent stands between two steps.
struct FireState {
    double step = 1;           ///< the time step, in units of the first one
    double mixing = 0.25;      ///< how much velocities are turned towards forces in a step
    std::int64_t downhill = 0; ///< steps since the last one uphill
    std::int64_t taken = 0;    ///< steps in all

    bool operator==(const FireState&) const = default;
};

/// What velocities and forces of all coordinates add up to, in one unit each.
struct FireSums {
    double power = 0;     ///< force times velocity
    double velocity2 = 0; ///< squares of velocities
    double force2 = 0;    ///< squares of forces

    void add(const FireSums& other) {
        power += other.power;
        velocity2 += other.velocity2;
        force2 += other.force2;
    }
};

/// What happens to velocities, in these units: v -> keep v + gain F.
struct FireTurn {
    double keep = 1;
    double gain = 0;
};

/// The fast inertial relaxation engine: atoms fall down the slope of the energy as in dynamics, are
/// steered towards the force, and begin anew from rest where they would climb. While they fall the
/// time step grows.
///
/// Bitzek, Koskinen, Gähler, Moseler and Gumbsch, Phys. Rev. Lett. 97, 170201 (2006),
/// doi:10.1103/PhysRevLett.97.170201, with the numbers of Guénolé, Nöhring, Vaid, Houllé, Xie,
/// Prakash and Bitzek, Comput. Mater. Sci. 175, 109584 (2020),
/// doi:10.1016/j.commatsci.2020.109584, table 2.
struct Fire {
    static constexpr double growth = 1.1;      ///< of the time step, and
    static constexpr double shrinkage = 0.5;   ///< its fall where atoms would climb
    static constexpr double longest_step = 10; ///< in units of the first one
    static constexpr double shortest_step = 0.02;
    static constexpr double first_mixing = FireState{}.mixing;
    static constexpr double mixing_decay = 0.99;
    static constexpr std::int64_t delay = 20; ///< steps downhill before the time step grows

    /// Acts once a step, on velocities that are those of the forces.
    static FireTurn act(const FireSums& sums, FireState& state);
};

} // namespace mdsim
