// SPDX-License-Identifier: BSD-3-Clause
#include "setup/check_scales.hpp"

#include <fmt/format.h>

#include "config/mass_advice.hpp"
#include "config/typical_sizes.hpp"

namespace mdsim {

namespace {

void warn_of_masses(std::size_t listed, const MeasuredSystem& system,
                    std::vector<Diagnostic>& warnings) {
    const Units& units = system.units;
    for (std::size_t t = 0; t < system.species->size(); ++t) {
        const Species& s = (*system.species)[t];
        const std::string advice = mass_advice(units, s.name, s.mass);
        if (!advice.empty())
            warnings.push_back(
                {t < listed ? fmt::format("species.{}.mass", t) : "species", advice});
    }
}

} // namespace

std::vector<Diagnostic> check_scales(const SystemSections& sections, const MotionSections& motion,
                                     const ForceField& field, const MeasuredSystem& system) {
    std::vector<Diagnostic> warnings;
    warn_of_energies(highest_temperature(motion), system, warnings);
    if (!warn_of_lengths(field, system, warnings))
        warn_of_densities(sections.system, system, warnings);
    warn_of_masses(sections.species.size(), system, warnings);
    return warnings;
}

} // namespace mdsim
