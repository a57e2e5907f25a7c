// SPDX-License-Identifier: BSD-3-Clause
#include "app/check_scales.hpp"

#include <fmt/format.h>

#include <utility>

namespace mdsim {

namespace {

void note_masses(const Config& config, const MeasuredSystem& system, std::vector<Fault>& notes) {
    const Units units = config.conversions();
    for (std::size_t t = 0; t < system.species->size(); ++t) {
        const Species& s = (*system.species)[t];
        const std::string advice = mass_advice(units, s.name, s.mass);
        if (!advice.empty())
            notes.push_back(
                {t < config.species.size() ? fmt::format("species.{}.mass", t) : "species",
                 advice});
    }
}

} // namespace

std::string mass_advice(const Units& units, const std::string& name, double mass) {
    constexpr double least = 0.5; // g/mol; hydrogen has 1
    constexpr double mole = 6.02214076e23;
    if (units.system() == UnitSystem::lj || !(mass > 0)) return {};
    const double given = units.to_user(Dimension::mass, mass);
    if (given >= least) return {};
    std::string text =
        fmt::format("the mass {:.4g} of \"{}\" is less than that of any atom: masses "
                    "are in g/mol (argon has 39.95)",
                    given, name);
    for (const auto& [unit, size] :
         {std::pair("kg", 1e3 * mole), std::pair("g", mole), std::pair("kg/mol", 1e3)})
        if (within(given * size, 1, 300))
            return text + fmt::format("; {:.4g} {} would be {:.4g}", given, unit, given * size);
    return text;
}

std::vector<Fault> check_scales(const Config& config, const ForceField& field,
                                const MeasuredSystem& system) {
    std::vector<Fault> notes;
    note_energies(config, system, notes);
    if (!note_lengths(config, field, system, notes)) note_densities(config, system, notes);
    note_masses(config, system, notes);
    return notes;
}

} // namespace mdsim
