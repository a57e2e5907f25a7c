// SPDX-License-Identifier: BSD-3-Clause
#include "setup/element_masses.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <variant>

#include "core/contract.hpp"

namespace mdsim {

namespace {

/// How far a mass may be from that of its element: rounding, other atomic weights.
constexpr double mass_rounding = 1e-3;

/// Takes or compares the masses of the species that one entry serves.
void take_masses(const FunctionalSettings& settings, const EamTables& tables, const Units& units,
                 const std::string& where, std::vector<Species>& species,
                 std::vector<Diagnostic>& errors) {
    MDSIM_EXPECT(tables.mass.size() == settings.species.size());
    for (std::size_t i = 0; i < tables.mass.size(); ++i) {
        const auto own = std::find_if(species.begin(), species.end(), [&](const Species& s) {
            return s.name == settings.species[i];
        });
        if (own == species.end()) continue; // reported with the forces
        const double mass = tables.mass[i];
        if (own->mass <= 0)
            own->mass = mass;
        else if (std::abs(own->mass - mass) > mass_rounding * mass)
            errors.push_back(
                {where,
                 fmt::format("species \"{}\" has the mass {:.8g}, but its element \"{}\" has "
                             "{:.8g} in the file: correct it, leave `mass` out, or name another "
                             "element in `elements`",
                             own->name, units.to_user(Dimension::mass, own->mass),
                             tables.elements[i], units.to_user(Dimension::mass, mass))});
    }
}

} // namespace

void take_element_masses(const SystemSections& sections, std::vector<Species>& species,
                         std::vector<Diagnostic>& errors) {
    for (std::size_t i = 0; i < sections.functionals.size(); ++i) {
        const FunctionalSettings& settings = sections.functionals[i];
        std::visit(
            [&](const auto& params) {
                if constexpr (requires { params.tables->mass; })
                    if (params.tables)
                        take_masses(settings, *params.tables, sections.conversions(),
                                    fmt::format("many_body.{}.files", i), species, errors);
            },
            settings.functional);
    }
}

} // namespace mdsim
