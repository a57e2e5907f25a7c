// SPDX-License-Identifier: BSD-3-Clause
#include "setup/check_scales.hpp"

#include <fmt/format.h>

#include "config/mass_advice.hpp"

namespace mdsim {

namespace {

void warn_of_masses(const Config& config, const MeasuredSystem& system,
                    std::vector<Diagnostic>& warnings) {
    const Units units = config.conversions();
    for (std::size_t t = 0; t < system.species->size(); ++t) {
        const Species& s = (*system.species)[t];
        const std::string advice = mass_advice(units, s.name, s.mass);
        if (!advice.empty())
            warnings.push_back(
                {t < config.species.size() ? fmt::format("species.{}.mass", t) : "species",
                 advice});
    }
}

} // namespace

std::vector<Diagnostic> check_scales(const Config& config, const ForceField& field,
                                     const MeasuredSystem& system) {
    std::vector<Diagnostic> warnings;
    warn_of_energies(config, system, warnings);
    if (!warn_of_lengths(config, field, system, warnings))
        warn_of_densities(config, system, warnings);
    warn_of_masses(config, system, warnings);
    return warnings;
}

} // namespace mdsim
