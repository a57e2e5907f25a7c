// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "config/config_check.hpp"
#include "core/contract.hpp"
#include "input/suggest.hpp"

namespace mdsim {
namespace {

constexpr int warp = 32; ///< tiles are filled in whole groups of this many atoms

void check_neighbor(const NeighborSettings& neighbor, std::vector<Diagnostic>& errors) {
    const bool fixed = neighbor.rebuild == RebuildRule::fixed;
    if (fixed && !neighbor.every) {
        errors.push_back({"neighbor.every",
                          "rebuild = \"fixed\" needs this key, the number of steps "
                          "between rebuilds; `every = 20` is usual"});
    }
    if (!fixed && neighbor.every) {
        errors.push_back({"neighbor.every",
                          "has a meaning only with rebuild = \"fixed\"; remove it, or set that"});
    }
    if (neighbor.tile % warp != 0) {
        errors.push_back({"neighbor.tile",
                          fmt::format("found {}; allowed: multiples of {}", neighbor.tile, warp)});
    }
}

void check_parallel(const LayoutSettings& parallel, std::vector<Diagnostic>& errors) {
    const bool gives_grid = std::any_of(parallel.grid.begin(), parallel.grid.end(),
                                        [](int bricks) { return bricks != 0; });
    if (gives_grid && parallel.layout == LayoutKind::bisection) {
        errors.push_back({"parallel.grid", "has no meaning with layout = \"bisection\"; remove it, "
                                           "or choose layout = \"grid\" or \"planes\""});
    }
}

void check_velocity(const VelocitySettings& velocity, std::vector<Diagnostic>& errors) {
    if (velocity.remove_drift == true && !velocity.temperature) {
        errors.push_back({"velocity.remove_drift",
                          "has a meaning only with velocity.temperature: velocities of a structure "
                          "are taken as they are; remove it, or set remove_drift_every of a "
                          "stage"});
    }
}

} // namespace

void check_run(const UnitsSettings& units, const NeighborSettings& neighbor,
               const LayoutSettings& parallel, const VelocitySettings& velocity,
               std::vector<Diagnostic>& errors) {
    if (!has_constants(units.constants, units.system)) {
        errors.push_back(
            {"units.constants",
             fmt::format("\"{}\" has no constants for system = \"{}\"; lammps goes with "
                         "metal and real, gromacs with nano, codata with all",
                         enum_name(units.constants), enum_name(units.system))});
    }
    check_neighbor(neighbor, errors);
    check_parallel(parallel, errors);
    check_velocity(velocity, errors);
}

std::string species_name_error(const std::string& name) {
    const auto marks = [](char c) {
        const auto code = static_cast<unsigned char>(c);
        return code <= ' ' || code == 127 || c == ',' || c == '"' || c == '\'';
    };
    if (!name.empty() && std::none_of(name.begin(), name.end(), marks)) {
        return {};
    }
    return fmt::format("found the name \"{}\"; allowed: letters, digits and signs without blanks, "
                       "commas and quotes, as names stand in the headers of tables and in the "
                       "lines of structure files",
                       name);
}

namespace {

/// Whether a [[many_body]] serves a species by files, which say its mass.
bool served_by_files(const SystemSections& sections, const std::string& name) {
    return std::any_of(sections.functionals.begin(), sections.functionals.end(),
                       [&](const FunctionalSettings& settings) {
                           const auto& served = settings.species;
                           return says_masses(settings.functional) &&
                                  std::find(served.begin(), served.end(), name) != served.end();
                       });
}

} // namespace

void check_species(const SystemSections& sections, std::vector<Diagnostic>& errors) {
    const std::vector<SpeciesSettings>& species = sections.species;
    const SystemSettings& system = sections.system;
    const bool from_file = system.file.has_value();
    for (std::size_t i = 0; i < species.size(); ++i) {
        const SpeciesSettings& one = species[i];
        const std::string key = fmt::format("species.{}", i);
        const auto same = [&](const SpeciesSettings& other) { return other.name == one.name; };
        const auto before = species.begin() + static_cast<std::ptrdiff_t>(i);
        if (const std::string error = species_name_error(one.name); !error.empty()) {
            errors.push_back({key + ".name", error});
        }
        if (std::any_of(species.begin(), before, same)) {
            errors.push_back(
                {key + ".name", fmt::format("there are two species \"{}\"", one.name)});
        }
        if (!one.mass && !from_file && !served_by_files(sections, one.name)) {
            errors.push_back({key + ".mass", fmt::format("species \"{}\" has no mass", one.name)});
        }
    }
    if (species.empty() && (system.lattice || system.random)) {
        errors.push_back({"species", "no species is declared; add [[species]] with name and mass"});
    }
}

bool has_species(const std::vector<SpeciesSettings>& species, const std::string& name) {
    return std::any_of(species.begin(), species.end(),
                       [&](const SpeciesSettings& one) { return one.name == name; });
}

std::vector<std::string> species_names(const std::vector<SpeciesSettings>& species) {
    std::vector<std::string> names;
    for (const SpeciesSettings& one : species) {
        names.push_back(one.name);
    }
    return names;
}

std::string species_advice(const std::vector<std::string>& names, const std::string& name) {
    MDSIM_EXPECT(std::find(names.begin(), names.end(), name) == names.end());
    const std::vector<std::string_view> views(names.begin(), names.end());
    const std::string_view near = nearest(name, views);
    if (!near.empty()) {
        return fmt::format("there is no species \"{}\"; did you mean \"{}\"?", name, near);
    }
    return fmt::format("there is no species \"{}\"; known are: {}", name, join(views));
}

} // namespace mdsim
