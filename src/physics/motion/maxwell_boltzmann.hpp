// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "core/contract.hpp"
#include "core/hd.hpp"
#include "core/math.hpp"
#include "core/noise.hpp"
#include "core/vec3.hpp"

namespace mdsim {

/// A velocity drawn from the Maxwell-Boltzmann distribution at temperature kT [energy], a pure
/// function of seed, particle and step; Maxwell (1860), Boltzmann (1872). In double whatever the
/// precision of the run, so that both start alike.
MDSIM_HD Vec3<double> maxwell_boltzmann_velocity(std::uint64_t seed, ParticleId id, Step step,
                                                 double temperature, double inverse_mass) {
    MDSIM_EXPECT(temperature >= 0 && inverse_mass > 0);
    const Vec3<double> gaussian =
        gaussian_triple<double>({seed, id, step, NoisePurpose::initial_velocity});
    return square_root(temperature * inverse_mass) * gaussian;
}

} // namespace mdsim
