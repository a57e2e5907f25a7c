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

    /// Acts once a step. In the middle of it the `thermostat` of the atoms acts: it is handed their
    /// kinetic energy [energy], and returns the factor of all velocities. The work on the piston is
    /// exact.
    template <class Thermostat>
    MDSIM_HD BoxMove act(const BarostatAction& by, BarostatState& state,
                         const Thermostat& thermostat) const {
        Passage passage(*this, by, state.piston);
        passage.scale();
        passage.push();
        passage.move_chain();
        passage.turn(thermostat(passage.kinetic_energy()));
        passage.push();
        passage.scale();
        const BoxMove move = passage.move();
        state.work += by.target * by.volume * (move.next.x * move.next.y * move.next.z - 1);
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
            const Vec3<double> rates = rate();
            const double shared = sum(rates) / by_.degrees_of_freedom;
            for (int d = 0; d < 3; ++d) {
                const double factor = exponential(-(rates[d] + shared) * by_.time / 2);
                velocities_[d] *= factor;
                by_.kinetic2[d] *= factor * factor;
            }
        }

        /// Half a step of what pressure does to the piston.
        MDSIM_HD void push() {
            const double shared =
                sum(by_.kinetic2) / by_.degrees_of_freedom - by_.volume * by_.target;
            const Vec3<double> force =
                free_part(by_.virial + by_.kinetic2 + Vec3<double>{shared, shared, shared},
                          piston_->coupling);
            state_->momentum = state_->momentum + by_.time / 2 * inverse_root_mass_ * force;
        }

        /// A whole step of its thermostats.
        MDSIM_HD void move_chain() {
            const NoseHoover chain = piston_->chain();
            const auto action = chain.prepare({piston_->freedom(), by_.temperature, by_.time, {}});
            const Vec3<double>& p = state_->momentum;
            state_->momentum = chain.act(action, 0.5 * dot(p, p), state_->chain) * p;
        }

        MDSIM_HD void turn(double factor) {
            velocities_ = factor * velocities_;
            by_.kinetic2 = factor * factor * by_.kinetic2;
        }

        MDSIM_HD double kinetic_energy() const { return 0.5 * sum(by_.kinetic2); }

        MDSIM_HD BoxMove move() const {
            const Vec3<double> strain = by_.time * rate();
            return {strain, velocities_, edge_factors(strain, 0.5), edge_factors(strain)};
        }

      private:
        MDSIM_HD static double sum(const Vec3<double>& v) { return v.x + v.y + v.z; }
        MDSIM_HD Vec3<double> rate() const { return inverse_root_mass_ * state_->momentum; }

        const Piston* piston_;
        BarostatAction by_;
        PistonState* state_;
        double inverse_root_mass_;
        Vec3<double> velocities_{1, 1, 1};
    };

    MDSIM_HD NoseHoover chain() const { return {links, time}; }

    /// The strains that move by themselves.
    MDSIM_HD double freedom() const {
        MDSIM_EXPECT(coupling != BoxCoupling::full);
        if (coupling == BoxCoupling::isotropic) return 1;
        return coupling == BoxCoupling::semi_isotropic ? 2 : 3;
    }

    /// One over the root of the mass of each edge.
    MDSIM_HD double inverse_root_mass(const BarostatAction& by) const {
        MDSIM_EXPECT(time > 0 && by.temperature > 0 && by.degrees_of_freedom > 0);
        return 1 / square_root((by.degrees_of_freedom + 3) * by.temperature * time * time / 3);
    }
};

} // namespace mdsim
