// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cmath>

#include "core/contract.hpp"
#include "core/vec3.hpp"
#include "engine/thermo.hpp"

namespace mdsim {

/// The stress of a fluid, such that G(t) = <s(0) . s(t)> / kT is its relaxation modulus, and the
/// integral of that the shear viscosity: V P : P / 10 of the symmetric traceless part P of the
/// pressure tensor, all of whose components count (P. J. Daivis and D. J. Evans, J. Chem. Phys.
/// 100, 541, 1994).
inline std::array<double, 6> stress_sample(const Thermo& thermo) {
    MDSIM_EXPECT(thermo.volume > 0);
    constexpr double components = 10; // what P : P is of one shear component of an isotropic fluid
    const double scale = std::sqrt(thermo.volume / components);
    const double pressure = thermo.pressure();
    std::array<double, 6> sample{};
    for (std::size_t i = 0; i < sample.size(); ++i)
        sample[i] = i < 3 ? scale * (thermo.pressure_tensor[i] - pressure)
                          : std::sqrt(2.0) * scale * thermo.pressure_tensor[i];
    return sample;
}

/// The heat current J of a volume, such that the integral of <s(0) . s(t)> / (kT)^2 is its thermal
/// conductivity over k: of 1 / (3 V) <J(0) . J(t)>, the mean of three directions.
inline std::array<double, 3> heat_sample(const Vec3<double>& current, double volume) {
    MDSIM_EXPECT(volume > 0);
    constexpr double directions = 3;
    const Vec3<double> sample = (1 / std::sqrt(directions * volume)) * current;
    return {sample.x, sample.y, sample.z};
}

} // namespace mdsim
