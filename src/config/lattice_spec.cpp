// SPDX-License-Identifier: BSD-3-Clause
#include "config/lattice_spec.hpp"

#include <algorithm>
#include <array>

#include "core/contract.hpp"
#include "core/error.hpp"

namespace mdsim {

namespace {

WholeVector whole(const std::array<int, 3>& v) { return {v[0], v[1], v[2]}; }

/// The place of a mixture in its list, or that behind the last one.
std::size_t mixture_named(const LatticeSettings& settings, const std::string& name) {
    const auto& mixtures = settings.mixtures;
    const auto found = std::find_if(mixtures.begin(), mixtures.end(),
                                    [&](const MixtureSettings& m) { return m.name == name; });
    return static_cast<std::size_t>(found - mixtures.begin());
}

/// What the name of a species or of a mixture is in a basis.
TypeId held_by(const SystemSections& sections, const std::string& name) {
    const LatticeSettings& settings = *sections.system.lattice;
    const std::size_t mixture = mixture_named(settings, name);
    return mixture < settings.mixtures.size()
               ? static_cast<TypeId>(sections.species.size() + mixture)
               : type_named(sections, name);
}

source::Mixture mixture_of(const SystemSections& sections, const MixtureSettings& settings) {
    source::Mixture mixture;
    for (const auto& [name, part] : settings.parts)
        mixture.push_back({type_named(sections, name), part});
    return mixture;
}

} // namespace

std::vector<Species> declared_species(const SystemSections& sections) {
    std::vector<Species> species;
    for (const SpeciesSettings& s : sections.species)
        species.push_back({s.name, s.mass.value_or(0), s.charge.value_or(0)});
    return species;
}

TypeId type_named(const SystemSections& sections, const std::string& name) {
    const auto found = std::find_if(sections.species.begin(), sections.species.end(),
                                    [&name](const SpeciesSettings& s) { return s.name == name; });
    if (found == sections.species.end())
        throw InputError("system", "there is no species \"" + name +
                                       "\"; every name used here needs an entry [[species]]");
    return static_cast<TypeId>(found - sections.species.begin());
}

std::vector<RegionShape> shapes_named(const SystemSections& sections,
                                      const std::vector<std::string>& names) {
    std::vector<RegionShape> shapes;
    for (const std::string& name : names)
        for (const RegionSettings& region : sections.regions)
            if (region.name == name) shapes.push_back(region.shape);
    MDSIM_REQUIRE(shapes.size() == names.size()); // others would be left out silently
    return shapes;
}

std::array<bool, 3> periodic_directions(const SystemSections& sections) {
    return sections.box.periodic.value_or(std::array<bool, 3>{true, true, true});
}

LatticeSpec lattice_shape(const LatticeSettings& settings) {
    LatticeSpec spec;
    spec.lattice = settings.type;
    spec.density = settings.density.value_or(0);
    spec.constant = settings.constant.value_or(0);
    for (std::size_t d = 0; settings.cells && d < 3; ++d) spec.cells[d] = (*settings.cells)[d];
    spec.fill_box = !settings.cells;
    if (const auto& orient = settings.orient)
        spec.orient = Orientation{whole(orient->x), whole(orient->y), whole(orient->z)};
    const auto& names = settings.species;
    for (const std::string& name : names)
        spec.basis.push_back(
            static_cast<TypeId>(std::find(names.begin(), names.end(), name) - names.begin()));
    if (spec.basis.empty()) spec.basis.push_back(0);
    return spec;
}

LatticeSpec lattice_spec(const SystemSections& sections, std::uint64_t seed) {
    MDSIM_EXPECT(sections.system.lattice.has_value());
    const LatticeSettings& settings = *sections.system.lattice;
    LatticeSpec spec = lattice_shape(settings);
    spec.edges = sections.box.edges;
    spec.periodic = periodic_directions(sections);
    spec.center = settings.center;
    spec.inside = shapes_named(sections, settings.inside);
    spec.outside = shapes_named(sections, settings.outside);
    spec.species = declared_species(sections);
    for (const MixtureSettings& mixture : settings.mixtures)
        spec.mixtures.push_back(mixture_of(sections, mixture));
    for (std::size_t i = 0; i < settings.species.size(); ++i)
        spec.basis[i] = held_by(sections, settings.species[i]);
    spec.vacancies = settings.vacancies;
    spec.vacancy_fraction = settings.vacancy_fraction;
    spec.perturbation = settings.displacement;
    spec.seed = seed;
    return spec;
}

} // namespace mdsim
