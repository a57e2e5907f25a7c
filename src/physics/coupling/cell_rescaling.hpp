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
/// Bernetti and Bussi, Appl. Sci. 12, 1139 (2022), doi:10.3390/app12031139. Weak coupling:
/// Berendsen, Postma, van Gunsteren, DiNola and Haak, J. Chem. Phys. 81, 3684 (1984),
/// doi:10.1063/1.448118. One step of Euler for an action.
///
/// Where angles are free, too, each component of the strain follows the same equation, with P that
/// of the stress, 0 for P0 of shears, and the force of `corner_force` added to P - P0. There the
/// cell stays triangular: it is multiplied with the exponential of the strain. Del Tatto et al.
/// turn it back instead.
struct CellRescaling {
    double time = 1;            ///< tau, in which the volume relaxes if beta is right [time]
    double compressibility = 1; ///< beta, positive [length^3 / energy]
    BoxCoupling coupling = BoxCoupling::isotropic;
    bool with_noise = true;

    /// Acts: the edges are multiplied with the exponential of a strain, velocities with the
    /// transpose of its inverse. Behind it the `thermostat` of the atoms acts, where one does on
    /// the step: it is handed their kinetic energy [energy], and returns the factor of all
    /// velocities.
    ///
    /// The work on the atoms follows from the virial of before and the compressibility, to second
    /// order in the strain of the volume.
    template <class Thermostat, class Both = InOrder>
    MDSIM_HD BoxMove act(const BarostatAction& by, BarostatState& state,
                         const Thermostat& thermostat, const Both& = {}) const {
        BoxMove move;
        move.strain = strain(by);
        if (!move.possible()) return move;
        move.next = move.drift = exponential_of(move.strain);
        move.velocities = inverse(move.next);
        const double kinetic = kinetic_energy_of(turned(by.kinetic2, move.velocities));
        state.work -= kinetic - kinetic_energy_of(by.kinetic2) + potential_of(move.strain, by);
        move.velocities = thermostat(kinetic) * move.velocities;
        return move;
    }

    /// What it adds to the conserved energy, before it acts [energy].
    double energy(const BarostatAction&, const BarostatState& state) const { return state.work; }

    bool operator==(const CellRescaling&) const = default;

  private:
    MDSIM_HD StrainNumbers strain(const BarostatAction& by) const {
        MDSIM_EXPECT(time > 0 && compressibility > 0 && by.volume > 0 && by.time >= 0);
        const double mobility = compressibility * by.time / (3 * time);
        const StrainNumbers corner = corner_force(coupling), noise = noise_of(by, mobility);
        StrainNumbers s;
        for (std::size_t k = 0; k < 6; ++k) {
            const double pressure = (by.kinetic2[k] + by.virial[k]) / by.volume;
            s[k] = mobility * (pressure - (k < 3 ? by.target : 0)) + noise[k];
            if (with_noise) s[k] += mobility * corner[k] * by.temperature / by.volume;
        }
        return free_part(s, coupling);
    }

    MDSIM_HD StrainNumbers noise_of(const BarostatAction& by, double mobility) const {
        if (!with_noise) return {};
        MDSIM_EXPECT(by.temperature >= 0);
        const double width = square_root(2 * by.temperature * mobility / by.volume);
        const Vec3<double> edges = gaussian_triple<double>(by.noise);
        Vec3<double> shears{};
        if (coupling == BoxCoupling::full) {
            NoiseKey other = by.noise;
            other.id = 1;
            shears = gaussian_triple<double>(other);
        }
        return {width * edges.x,  width * edges.y,  width * edges.z,
                width * shears.x, width * shears.y, width * shears.z};
    }

    /// What a strain adds, about, to the potential energy.
    MDSIM_HD double potential_of(const StrainNumbers& s, const BarostatAction& by) const {
        double energy = 0;
        for (std::size_t k = 0; k < 6; ++k) energy -= by.virial[k] * s[k];
        const double of_volume = s[0] + s[1] + s[2];
        return energy + 0.5 * by.volume / compressibility * of_volume * of_volume;
    }
};

} // namespace mdsim
