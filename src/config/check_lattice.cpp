// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "config/config_check.hpp"
#include "config/lattice_spec.hpp"
#include "input/structure/lattice_cell.hpp"

namespace mdsim {
namespace {

/// What the cells of a lattice and the box say together.
void check_cells(const BoxSettings& box, const LatticeSettings& lattice,
                 std::vector<Diagnostic>& errors) {
    if (!lattice.cells && !box.edges)
        errors.push_back({"system.lattice", "neither cells nor box.edges is given; add `cells`, or "
                                            "[box] with edges, which the lattice then fills"});
    if (lattice.center && !(lattice.cells && box.edges))
        errors.push_back({"system.lattice.center",
                          "places given cells in a larger box; add `cells` and [box] with edges, "
                          "or remove it"});
    if (box.tilt != Vec3<double>{})
        errors.push_back({"box.tilt", "a lattice needs a box without tilt; remove it, or use "
                                      "[system.random] or a file"});
    if (lattice.density.has_value() == lattice.constant.has_value())
        errors.push_back(
            {"system.lattice", lattice.density ? "both density and constant are given; remove one"
                                               : "neither density nor constant is given; add one"});
}

/// The numbers of names that `species` may have.
std::string allowed_names(Lattice lattice) {
    const int sites = lattice_sites(lattice);
    std::string text = "1";
    if (is_basis(lattice, 2) && sites > 2) text += ", 2 for its kinds of sites";
    return text + fmt::format(", or {} for the sites of {}", sites, enum_name(lattice));
}

void check_sites(const std::vector<SpeciesSettings>& species, const LatticeSettings& lattice,
                 std::vector<Diagnostic>& errors) {
    const std::size_t names = lattice.species.size();
    if (names == 0 && species.size() > 1)
        errors.push_back({"system.lattice", "there are several species; say which ones the sites "
                                            "hold, `species = [\"A\", ...]`"});
    if (names > 1 && !is_basis(lattice.type, names))
        errors.push_back(
            {"system.lattice.species",
             fmt::format("found {} names; allowed: {}", names, allowed_names(lattice.type))});
    std::vector<std::string> known = species_names(species);
    for (const MixtureSettings& mixture : lattice.mixtures) known.push_back(mixture.name);
    for (const std::string& name : lattice.species)
        if (std::find(known.begin(), known.end(), name) == known.end())
            errors.push_back({"system.lattice.species", species_advice(known, name)});
}

void check_mixture(const std::vector<SpeciesSettings>& species, const MixtureSettings& mixture,
                   const std::string& key, std::vector<Diagnostic>& errors) {
    if (mixture.name.empty())
        errors.push_back({key + ".name", "a mixture needs a name that is not empty"});
    else if (has_species(species, mixture.name))
        errors.push_back({key + ".name", fmt::format("\"{}\" is a species; give the mixture a name "
                                                     "of its own, and use that in `species`",
                                                     mixture.name)});
    if (mixture.parts.empty())
        errors.push_back({key + ".parts", "the mixture is empty; give parts of species, "
                                          "{ A = 0.8, B = 0.2 }"});
    for (const auto& [name, part] : mixture.parts)
        if (!has_species(species, name))
            errors.push_back({key + ".parts", species_advice(species_names(species), name)});
}

void check_mixtures(const std::vector<SpeciesSettings>& species, const LatticeSettings& lattice,
                    std::vector<Diagnostic>& errors) {
    std::vector<std::string> seen;
    for (std::size_t i = 0; i < lattice.mixtures.size(); ++i) {
        const MixtureSettings& mixture = lattice.mixtures[i];
        const std::string key = fmt::format("system.lattice.mixture.{}", i);
        const auto has = [&](const std::vector<std::string>& names) {
            return std::find(names.begin(), names.end(), mixture.name) != names.end();
        };
        check_mixture(species, mixture, key, errors);
        if (has(seen))
            errors.push_back(
                {key + ".name", fmt::format("there are two mixtures \"{}\"", mixture.name)});
        else if (!has(lattice.species))
            errors.push_back({key, fmt::format("no site holds the mixture \"{}\"; name it in "
                                               "`species`, or remove it",
                                               mixture.name)});
        seen.push_back(mixture.name);
    }
}

} // namespace

void check_lattice(const BoxSettings& box, const std::vector<SpeciesSettings>& species,
                   const LatticeSettings& lattice, std::vector<Diagnostic>& errors) {
    check_cells(box, lattice, errors);
    check_sites(species, lattice, errors);
    check_mixtures(species, lattice, errors);
    if (lattice.vacancies > 0 && lattice.vacancy_fraction > 0)
        errors.push_back({"system.lattice.vacancy_fraction",
                          "both vacancies and vacancy_fraction are given; remove one"});
    const LatticeSpec shape = lattice_shape(lattice);
    if (!is_basis(shape.lattice, shape.basis.size())) return; // reported above
    for (Diagnostic& error : lattice_cell_faults(shape)) errors.push_back(std::move(error));
}

} // namespace mdsim
