// SPDX-License-Identifier: BSD-3-Clause
#include "setup/measured_system.hpp"

#include <fmt/format.h>

#include <numeric>

#include "core/contract.hpp"
#include "core/counted.hpp"

namespace mdsim {

double MeasuredSystem::number_density() const {
    MDSIM_EXPECT(volume > 0);
    return static_cast<double>(
               std::accumulate(count_of_type->begin(), count_of_type->end(), std::int64_t{0})) /
           volume;
}

double mass_density(const Units& units, const MeasuredSystem& system) {
    MDSIM_EXPECT(system.count_of_type->size() == system.species->size());
    MDSIM_EXPECT(system.volume > 0);
    if (units.system() == UnitSystem::lj) return 0;
    constexpr double mole = 0.602214076;                             // 1e24 / mol
    const double cm = units.system() == UnitSystem::nano ? 1e-3 : 1; // volume unit, in Angstrom^3
    double mass = 0;
    for (std::size_t t = 0; t < system.species->size(); ++t)
        mass += static_cast<double>((*system.count_of_type)[t]) *
                units.to_user(Dimension::mass, (*system.species)[t].mass);
    return mass / system.volume / mole * cm;
}

std::string with_unit(const Units& units, Dimension dimension, double value) {
    const std::string_view unit = units.name(dimension);
    return fmt::format("{:.4g}{}{}", units.to_user(dimension, value), unit.empty() ? "" : " ",
                       unit);
}

std::string pair_name(const MeasuredSystem& system, const PairScale& scale) {
    MDSIM_EXPECT(scale.a < system.species->size() && scale.b < system.species->size());
    return fmt::format("{}-{}", (*system.species)[scale.a].name, (*system.species)[scale.b].name);
}

std::string more_pairs(std::size_t others) {
    if (others == 0) return {};
    return fmt::format("; the same is true of {}",
                       counted(static_cast<std::int64_t>(others), "more pair"));
}

} // namespace mdsim
