// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/contract.hpp"
#include "core/elementary.hpp"
#include "core/math.hpp"
#include "core/vec3.hpp"
#include "physics/coupling/barostat_action.hpp"
#include "physics/coupling/box_coupling.hpp"
#include "physics/coupling/nose_hoover.hpp"

namespace mdsim {

/// The box as a piston with a mass and thermostats of its own, which samples the ensemble of
/// constant pressure and temperature.
///
/// Martyna, Tobias and Klein, J. Chem. Phys. 101, 4177 (1994), doi:10.1063/1.467468, with the
/// masses (N_f + 3) kT t^2 / 3 of all strains that are free. A box whose angles are free, too,
/// stays triangular: strains are, and `corner_force` gives such boxes the distribution of all
/// boxes, of which they are turned. The equations of motion are split as by Tuckerman, Alejandre,
/// López-Rendón, Jochim and Martyna, J. Phys. A 39, 5629 (2006), doi:10.1088/0305-4470/39/19/S18,
/// with the box on either side of the drift: atoms keep their fractions of the edges while it
/// changes, and drift in the box of half a step. The two half actions that meet at a step, of
/// velocities, piston and thermostats, are one here.
struct Piston {
    double time = 1; ///< t, of which the masses follow [time]
    int links = 3;   ///< thermostats in its chain
    BoxCoupling coupling = BoxCoupling::isotropic;

    /// Acts once a step. In the middle of it the `thermostat` of the atoms acts: it is handed their
    /// kinetic energy [energy], and returns the factor of all velocities. The work on the piston is
    /// exact. `both` has the factors of its own thermostats and of the atoms' computed.
    template <class Thermostat, class Both = InOrder>
    MDSIM_HD BoxMove act(const BarostatAction& by, BarostatState& state,
                         const Thermostat& thermostat, const Both& both = {}) const {
        Passage passage(*this, by, state.piston);
        passage.scale();
        passage.push();
        const TwoNumbers factors = both([&] { return passage.move_chain(); },
                                        [&] { return thermostat(passage.kinetic_energy()); });
        passage.slow(factors.first);
        passage.turn(factors.second);
        passage.push();
        passage.scale();
        const BoxMove move = passage.move();
        state.work += work_on(move, by);
        return move;
    }

    /// What it adds to the conserved energy, before it acts [energy].
    ///
    /// A step is symmetric about the middle of an action, where energies are exact to the square of
    /// its time. Here they are seen before it: what half an action changes is added, to first
    /// order.
    double energy(const BarostatAction& by, const BarostatState& state) const;

    bool operator==(const Piston&) const = default;

  private:
    /// The parts of an action, one behind the other.
    class Passage {
      public:
        MDSIM_HD Passage(const Piston& piston, const BarostatAction& by, PistonState& state)
            : piston_(&piston), by_(by), state_(&state),
              inverse_root_mass_(piston.inverse_root_mass(by)) {
            MDSIM_EXPECT(by.volume > 0 && by.time > 0);
        }

        /// Half a step of what the piston does to velocities.
        MDSIM_HD void scale() {
            StrainNumbers rate = times(-by_.time / 2 * inverse_root_mass_, state_->momentum);
            const double shared = (rate[0] + rate[1] + rate[2]) / by_.degrees_of_freedom;
            for (std::size_t d = 0; d < 3; ++d) rate[d] += shared;
            const LowerTriangular<double> factor = exponential_of(rate);
            velocities_ = factor * velocities_;
            by_.kinetic2 = turned(by_.kinetic2, factor);
        }

        /// Half a step of what pressure does to the piston.
        MDSIM_HD void push() {
            const StrainNumbers still = piston_->force_at_rest(by_);
            const double shared = 2 * kinetic_energy() / by_.degrees_of_freedom;
            StrainNumbers force;
            for (std::size_t k = 0; k < 6; ++k)
                force[k] = still[k] + by_.kinetic2[k] + (k < 3 ? shared : 0);
            force = free_part(force, piston_->coupling);
            for (std::size_t k = 0; k < 6; ++k)
                state_->momentum[k] += by_.time / 2 * inverse_root_mass_ * force[k];
        }

        /// A whole step of its thermostats; returns the factor of its momentum.
        MDSIM_HD double move_chain() const {
            const NoseHoover chain = piston_->chain();
            const auto action = chain.prepare({static_cast<double>(free_strains(piston_->coupling)),
                                               by_.temperature,
                                               by_.time,
                                               {}});
            const StrainNumbers& p = state_->momentum;
            return chain.act(action, 0.5 * product(p, p), state_->chain);
        }

        MDSIM_HD void slow(double factor) { state_->momentum = times(factor, state_->momentum); }

        MDSIM_HD void turn(double factor) {
            velocities_ = factor * velocities_;
            by_.kinetic2 = times(factor * factor, by_.kinetic2);
        }

        MDSIM_HD double kinetic_energy() const { return kinetic_energy_of(by_.kinetic2); }

        MDSIM_HD BoxMove move() const {
            const StrainNumbers half = times(by_.time / 2 * inverse_root_mass_, state_->momentum);
            const StrainNumbers whole = times(2, half);
            return {whole, velocities_, exponential_of(half), exponential_of(whole)};
        }

      private:
        const Piston* piston_;
        BarostatAction by_;
        PistonState* state_;
        double inverse_root_mass_;
        LowerTriangular<double> velocities_ = scaling(1.0);
    };

    MDSIM_HD static StrainNumbers times(double factor, const StrainNumbers& numbers) {
        StrainNumbers all;
        for (std::size_t k = 0; k < 6; ++k) all[k] = factor * numbers[k];
        return all;
    }
    MDSIM_HD static double product(const StrainNumbers& a, const StrainNumbers& b) {
        double sum = 0;
        for (std::size_t k = 0; k < 6; ++k) sum += a[k] * b[k];
        return sum;
    }

    /// What acts on the strains where atoms are at rest [energy].
    MDSIM_HD StrainNumbers force_at_rest(const BarostatAction& by) const {
        const StrainNumbers corner = corner_force(coupling);
        StrainNumbers force;
        for (std::size_t k = 0; k < 6; ++k)
            force[k] =
                by.virial[k] - (k < 3 ? by.volume * by.target : 0) + corner[k] * by.temperature;
        return force;
    }

    /// What the pressure wanted, and the force on the corners, do against a move [energy].
    MDSIM_HD double work_on(const BoxMove& move, const BarostatAction& by) const {
        const double volume = move.next.xx * move.next.yy * move.next.zz;
        const StrainNumbers corner = corner_force(coupling);
        return by.target * by.volume * (volume - 1) - by.temperature * product(corner, move.strain);
    }

    MDSIM_HD NoseHoover chain() const { return {links, time}; }

    /// One over the root of the mass of each strain.
    MDSIM_HD double inverse_root_mass(const BarostatAction& by) const {
        MDSIM_EXPECT(time > 0 && by.temperature > 0 && by.degrees_of_freedom > 0);
        return 1 / square_root((by.degrees_of_freedom + 3) * by.temperature * time * time / 3);
    }
};

} // namespace mdsim
