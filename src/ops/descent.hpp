// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <vector>

#include "core/fixed_sum.hpp"
#include "core/number_bits.hpp"
#include "core/vec3.hpp"
#include "physics/relaxation/fire.hpp"
#include "state/local_cells.hpp"
#include "state/particles.hpp"

namespace mdsim {

/// The squares of the largest force, velocity and acceleration of some atoms; merging has no order.
struct DescentSizes {
    double force2 = 0;        ///< [energy^2 / length^2]
    double velocity2 = 0;     ///< [length^2 / time^2]
    double acceleration2 = 0; ///< of the force by itself [length^2 / time^4]

    /// Takes up an atom.
    MDSIM_HD void add(const Vec3<double>& force, const Vec3<double>& velocity,
                      double inverse_mass) {
        const double f2 = dot(force, force);
        merge({f2, dot(velocity, velocity), f2 * inverse_mass * inverse_mass});
    }
    MDSIM_HD void merge(const DescentSizes& other) {
        force2 = larger(force2, other.force2);
        velocity2 = larger(velocity2, other.velocity2);
        acceleration2 = larger(acceleration2, other.acceleration2);
    }

  private:
    /// What is not a number counts as the largest of all.
    MDSIM_HD static double larger(double a, double b) {
        return a >= b ? a : (b == b ? b : HUGE_VAL);
    }
};

/// The units that sums over atoms are made in: powers of two that no atom exceeds, so that sums in
/// fixed point hold forces of any size, and dividing by a unit rounds nothing.
struct DescentUnits {
    double force = 1;    ///< [energy / length]
    double velocity = 1; ///< [length / time]

    /// Of the largest atoms, whose sizes are finite.
    static DescentUnits of(const DescentSizes& sizes) {
        return {unit_of(sizes.force2), unit_of(sizes.velocity2)};
    }

  private:
    static double unit_of(double square) {
        return square > 0 ? std::ldexp(1.0, std::ilogb(std::sqrt(square)) + 1) : 1;
    }
};

/// Sums over atoms in these units, free of order.
struct DescentSums {
    FixedSum power{fixed_scale::descent};
    FixedSum velocity2{fixed_scale::descent};
    FixedSum force2{fixed_scale::descent};

    MDSIM_HD void add(const Vec3<double>& force, const Vec3<double>& velocity,
                      const DescentUnits& units) {
        const Vec3<double> f = 1 / units.force * force;
        const Vec3<double> v = 1 / units.velocity * velocity;
        power.add(dot(f, v));
        velocity2.add(dot(v, v));
        force2.add(dot(f, f));
    }
    void merge(const DescentSums& other) {
        power.merge(other.power);
        velocity2.merge(other.velocity2);
        force2.merge(other.force2);
    }
    /// The same in internal units.
    FireSums in(const DescentUnits& units) const {
        return {power.value() * units.force * units.velocity,
                velocity2.value() * units.velocity * units.velocity,
                force2.value() * units.force * units.force};
    }
};

/// keep v + gain F, in double.
MDSIM_HD Vec3<double> turned_velocity(const Vec3<double>& velocity, const Vec3<double>& force,
                                      const FireTurn& turn) {
    return turn.keep * velocity + turn.gain * force;
}

/// The sizes of the owned atoms by their stored forces; `inverse_mass` by type.
template <class P>
DescentSizes descent_sizes(const Particles<P, Host>& particles, const LocalCells& cells,
                           const std::vector<typename P::Real>& inverse_mass);

/// The sums over the owned atoms, of which none exceeds a unit.
template <class P>
DescentSums descent_sums(const Particles<P, Host>& particles, const LocalCells& cells,
                         const DescentUnits& units);

/// Turns the velocities of the owned atoms by their stored forces.
template <class P>
void turn_velocities(Particles<P, Host>& particles, const LocalCells& cells, const FireTurn& turn);

} // namespace mdsim
