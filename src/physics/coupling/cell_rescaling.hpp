// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstdint>

#include "core/contract.hpp"
#include "core/noise.hpp"
#include "core/vec3.hpp"
#include "physics/coupling/box_coupling.hpp"

namespace mdsim {

/// What a barostat acts by, as a step begins.
struct BarostatAction {
    Vec3<double> pressure;  ///< along the axes, now [energy / length^3]
    double target = 0;      ///< wanted [energy / length^3]
    double temperature = 0; ///< kT of the thermostat, positive [energy]
    double volume = 0;      ///< [length^3]
    double time = 0;        ///< that this action stands for, up to the next one [time]
    NoiseKey noise;         ///< of its random numbers
};

/// The key of the random numbers of an action on a step.
inline NoiseKey barostat_noise(std::uint64_t seed, Step step) {
    return {seed, 0, step, NoisePurpose::barostat};
}

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

    /// The logarithms of the factors of the edges along x, y and z; velocities along an axis are to
    /// be divided by its factor.
    Vec3<double> act(const BarostatAction& by) const;
};

} // namespace mdsim
