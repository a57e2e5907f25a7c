// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/contract.hpp"
#include "core/math.hpp"
#include "core/noise.hpp"
#include "core/vec3.hpp"
#include "physics/coupling/barostat_action.hpp"
#include "physics/coupling/box_coupling.hpp"

namespace mdsim {

/// Relaxes the edges of the box, so that the pressure along each axis becomes the wanted one. With
/// noise it is stochastic cell rescaling, which gives the volume the distribution of the
/// isothermal-isobaric ensemble; without it weak coupling, which makes it fluctuate too little.
///
/// The logarithm s of an edge follows
///
///     ds = beta / (3 tau) (P - P0) dt + sqrt(2 kT beta / (3 tau V)) dW,
///
/// for each edge by itself, or as the mean over edges that change together; of all three together
/// it is the equation of Bernetti and Bussi, J. Chem. Phys. 153, 114107 (2020),
/// doi:10.1063/5.0020514, eq. 5, for ln V, and of each by itself that of Del Tatto, Raiteri,
/// Bernetti and Bussi, Appl. Sci. 12, 1139 (2022), doi:10.3390/app12031139, without its shears.
/// Weak coupling: Berendsen, Postma, van Gunsteren, DiNola and Haak, J. Chem. Phys. 81, 3684
/// (1984), doi:10.1063/1.448118. One step of Euler for an action.
struct CellRescaling {
    double time = 1;            ///< tau, in which the volume relaxes if beta is right [time]
    double compressibility = 1; ///< beta, positive [length^3 / energy]
    BoxCoupling coupling = BoxCoupling::isotropic; ///< not full
    bool with_noise = true;

    /// Acts: velocities along an axis are divided by the factor of its edge. Behind it the
    /// `thermostat` of the atoms acts, where one does on the step: it is handed their kinetic
    /// energy [energy], and returns the factor of all velocities.
    ///
    /// The work on the atoms follows from the virial of before and the compressibility, to second
    /// order in the strain.
    template <class Thermostat>
    MDSIM_HD BoxMove act(const BarostatAction& by, BarostatState& state,
                         const Thermostat& thermostat) const {
        BoxMove move;
        move.strain = strain(by);
        if (!move.possible()) return move;
        state.work -= energy_of(move.strain, by);
        move.next = move.drift = edge_factors(move.strain);
        move.velocities = {1 / move.next.x, 1 / move.next.y, 1 / move.next.z};
        double kinetic = 0;
        for (int d = 0; d < 3; ++d)
            kinetic += 0.5 * by.kinetic2[d] * (move.velocities[d] * move.velocities[d]);
        move.velocities = thermostat(kinetic) * move.velocities;
        return move;
    }

    /// What it adds to the conserved energy, before it acts [energy].
    double energy(const BarostatAction&, const BarostatState& state) const { return state.work; }

    bool operator==(const CellRescaling&) const = default;

  private:
    MDSIM_HD Vec3<double> strain(const BarostatAction& by) const {
        MDSIM_EXPECT(time > 0 && compressibility > 0 && by.volume > 0 && by.time >= 0);
        const double mobility = compressibility * by.time / (3 * time);
        Vec3<double> s = mobility * (by.pressure() - Vec3<double>{by.target, by.target, by.target});
        if (with_noise) {
            MDSIM_EXPECT(by.temperature >= 0);
            s = s + square_root(2 * by.temperature * mobility / by.volume) *
                        gaussian_triple<double>(by.noise);
        }
        return free_part(s, coupling);
    }

    /// What a strain adds to the kinetic and, about, to the potential energy.
    MDSIM_HD double energy_of(const Vec3<double>& s, const BarostatAction& by) const {
        double energy = 0;
        for (int d = 0; d < 3; ++d)
            energy += 0.5 * by.kinetic2[d] * (exponential(-2 * s[d]) - 1) - by.virial[d] * s[d];
        const double of_volume = s.x + s.y + s.z;
        return energy + 0.5 * by.volume / compressibility * of_volume * of_volume;
    }
};

} // namespace mdsim
