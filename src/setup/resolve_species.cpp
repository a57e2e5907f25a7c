// SPDX-License-Identifier: BSD-3-Clause
#include "setup/resolve_species.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "config/config_check.hpp"
#include "core/contract.hpp"
#include "setup/element_masses.hpp"
#include "setup/name_file_types.hpp"

namespace mdsim {

namespace {

/// How far the masses of the input and of a file may differ: rounding, other atomic weights.
constexpr double mass_rounding = 1e-3;

/// The same for two types of one file that are one species: what single precision leaves.
constexpr double mass_digits = 1e-6;

/// How many species are named in a message, and how many errors of one kind are listed.
constexpr std::size_t most_listed = 20;

std::string listed(const std::vector<Species>& species) {
    const std::size_t shown = std::min(species.size(), most_listed);
    std::string text;
    for (std::size_t t = 0; t < shown; ++t) text += (t == 0 ? "" : ", ") + species[t].name;
    return species.size() == shown ? text
                                   : text + fmt::format(" and {} more", species.size() - shown);
}

/// Leaves the first of the errors that came behind the first `before`, and the number of others.
void tell_few(std::size_t before, std::vector<Diagnostic>& errors) {
    if (errors.size() - before <= most_listed) return;
    const std::size_t more = errors.size() - before - most_listed;
    errors.resize(before + most_listed);
    errors.push_back({"species", fmt::format("{} more errors of species are not listed", more)});
}

auto named(std::vector<Species>& species, const std::string& name) {
    return std::find_if(species.begin(), species.end(),
                        [&name](const Species& s) { return s.name == name; });
}

/// The species of [[species]], or each name of the structure once.
std::vector<Species> first_species(const SystemSections& sections, const Structure& structure,
                                   std::vector<Diagnostic>& errors) {
    std::vector<Species> species;
    for (const SpeciesSettings& s : sections.species)
        species.push_back({s.name, s.mass.value_or(0), s.charge.value_or(0)});
    if (!species.empty()) return species;
    for (const Species& own : structure.species) {
        if (named(species, own.name) != species.end()) continue;
        if (const std::string error = species_name_error(own.name); !error.empty())
            errors.push_back({"system.file", error});
        species.push_back({own.name, 0, own.charge});
    }
    return species;
}

std::string unknown_species(const Species& own, const std::vector<Species>& species) {
    const char* const advice =
        type_number(own.name)
            ? "Name it, or list the file's types in system.file.types"
            : "Name an entry of [[species]] so, or change the name in the structure";
    return fmt::format("the structure has a species \"{}\" that no [[species]] names; known are "
                       "{}. {}",
                       own.name, listed(species), advice);
}

bool differ(double a, double b, double tolerance) {
    return a > 0 && b > 0 && std::abs(a - b) > tolerance * std::max(a, b);
}

/// Takes the mass of a species from the structure, or checks that it says what is known already.
void join_mass(const SystemSections& sections, const Species& own, Species& species,
               std::vector<Diagnostic>& errors) {
    const auto given = std::find_if(sections.species.begin(), sections.species.end(),
                                    [&](const auto& s) { return s.name == own.name && s.mass; });
    const bool by_input = given != sections.species.end();
    const std::string where =
        by_input ? fmt::format("species.{}.mass", given - sections.species.begin()) : "system.file";
    if (differ(own.mass, species.mass, by_input ? mass_rounding : mass_digits)) {
        const Units units = sections.conversions();
        errors.push_back(
            {where, fmt::format(
                        "species \"{}\" has the mass {:.8g} in {}, but {:.8g} in the structure; {}",
                        own.name, units.to_user(Dimension::mass, species.mass),
                        by_input ? "[[species]]" : "one type of the structure",
                        units.to_user(Dimension::mass, own.mass),
                        by_input ? "correct one of them, or leave `mass` out"
                                 : "types of unequal masses need species of their own")});
    }
    if (species.mass <= 0) species.mass = own.mass;
}

} // namespace

std::vector<Species> resolve_species(const SystemSections& sections, Structure& structure,
                                     std::vector<Diagnostic>& errors) {
    const std::size_t before = errors.size();
    std::vector<Species> species = first_species(sections, structure, errors);
    std::vector<TypeId> type_of(structure.species.size(), 0);
    for (std::size_t t = 0; t < structure.species.size(); ++t) {
        const Species& own = structure.species[t];
        const auto found = named(species, own.name);
        if (found == species.end()) {
            errors.push_back({"system.file", unknown_species(own, species)});
            continue;
        }
        type_of[t] = static_cast<TypeId>(found - species.begin());
        join_mass(sections, own, *found, errors);
        if (found->charge == 0) found->charge = own.charge;
    }
    take_element_masses(sections, species, errors);
    for (const Species& s : species) {
        if (!(s.mass > 0))
            errors.push_back(
                {"species", "species \"" + s.name + "\" has no mass: give it in [[species]]"});
    }
    tell_few(before, errors);
    for (TypeId& t : structure.type) {
        MDSIM_EXPECT(t < type_of.size());
        t = type_of[t];
    }
    return species;
}

void warn_of_charges(const SystemSections& sections, const std::vector<Species>& species,
                     const Structure& structure, const Communicator& comm,
                     std::vector<Diagnostic>& warnings) {
    constexpr double rounding = 1e-5;
    bool differ = false;
    for (std::size_t i = 0; i < structure.charge.size(); ++i) {
        const std::size_t type = structure.type[i];
        if (type >= sections.species.size() || !sections.species[type].charge) continue;
        const double given = *sections.species[type].charge;
        differ |= std::abs(structure.charge[i] - given) > rounding * std::max(1.0, std::abs(given));
    }
    if (comm.max_of(differ ? 1 : 0) == 1)
        warnings.push_back({"species", "atoms have other charges in the structure than [[species]] "
                                       "gives their species: those of the structure are kept"});
    const bool charged = std::any_of(species.begin(), species.end(),
                                     [](const Species& s) { return s.charge != 0; }) ||
                         std::any_of(structure.charge.begin(), structure.charge.end(),
                                     [](double charge) { return charge != 0; });
    if (comm.max_of(charged ? 1 : 0) == 1)
        warnings.push_back(
            {"species",
             "charges are carried along and written out, but exert no force in this version"});
}

} // namespace mdsim
