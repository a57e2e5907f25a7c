// SPDX-License-Identifier: BSD-3-Clause
#include "config/built_in_start.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "core/contract.hpp"
#include "core/counted.hpp"
#include "core/cube_root.hpp"
#include "core/error.hpp"

namespace mdsim {

namespace {

/// The species of the input, in the form that structures carry.
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

std::array<bool, 3> periodic(const SystemSections& sections) {
    return sections.box.periodic.value_or(std::array<bool, 3>{true, true, true});
}

void append(Structure& to, const Structure& from) {
    MDSIM_EXPECT(from.velocity.empty() && from.image.empty() && from.charge.empty());
    MDSIM_EXPECT(to.species.size() == from.species.size());
    to.id.insert(to.id.end(), from.id.begin(), from.id.end());
    to.type.insert(to.type.end(), from.type.begin(), from.type.end());
    to.position.insert(to.position.end(), from.position.begin(), from.position.end());
    to.total += from.total;
}

std::string names_text(const char* word, const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names)
        text += fmt::format("{}\"{}\"", text.empty() ? "" : ", ", name);
    return names.empty() ? "" : fmt::format(" {} {}", word, text);
}

} // namespace

LatticeSpec lattice_spec(const SystemSections& sections, std::uint64_t seed) {
    MDSIM_EXPECT(sections.system.lattice.has_value());
    const LatticeSettings& settings = *sections.system.lattice;
    LatticeSpec spec;
    spec.lattice = settings.type;
    spec.density = settings.density.value_or(0);
    spec.constant = settings.constant.value_or(0);
    for (std::size_t d = 0; settings.cells && d < 3; ++d) spec.cells[d] = (*settings.cells)[d];
    spec.fill_box = !settings.cells;
    spec.edges = sections.box.edges;
    spec.periodic = periodic(sections);
    spec.center = settings.center;
    spec.inside = shapes_named(sections, settings.inside);
    spec.outside = shapes_named(sections, settings.outside);
    spec.species = declared_species(sections);
    for (const std::string& name : settings.species)
        spec.basis.push_back(type_named(sections, name));
    if (spec.basis.empty()) spec.basis.push_back(0);
    spec.perturbation = settings.displacement;
    spec.seed = seed;
    return spec;
}

RandomSpec random_spec(const SystemSections& sections, std::uint64_t seed) {
    MDSIM_EXPECT(sections.system.random.has_value());
    const RandomSettings& settings = *sections.system.random;
    RandomSpec spec;
    spec.species = declared_species(sections);
    spec.counts.assign(spec.species.size(), 0);
    std::int64_t total = 0;
    for (const auto& [name, count] : settings.counts) {
        spec.counts[type_named(sections, name)] = count;
        total += count;
    }
    if (sections.system.lattice) {
        spec.box = lattice_box(lattice_spec(sections));
    } else if (settings.density) {
        const double edge = cube_root(static_cast<double>(total) / *settings.density);
        spec.box.edges = {edge, 0, edge, 0, 0, edge};
    } else if (sections.box.edges) {
        const Vec3<double>& e = *sections.box.edges;
        const Vec3<double>& t = sections.box.tilt;
        spec.box.edges = {e.x, t.x, e.y, t.y, t.z, e.z};
    }
    spec.box.periodic = periodic(sections);
    spec.inside = shapes_named(sections, settings.inside);
    spec.outside = shapes_named(sections, settings.outside);
    spec.min_distance = settings.min_distance;
    spec.seed = seed;
    return spec;
}

std::int64_t start_count(const SystemSections& sections) {
    return (sections.system.lattice ? lattice_count(lattice_spec(sections)) : 0) +
           (sections.system.random ? random_count(random_spec(sections)) : 0);
}

Structure make_start(const SystemSections& sections, std::uint64_t seed, IdBlock block) {
    if (!sections.system.lattice) return make_random(random_spec(sections, seed), block);
    const LatticeSpec lattice = lattice_spec(sections, seed);
    Structure structure = make_lattice(lattice, block);
    if (!sections.system.random) return structure;
    RandomSpec random = random_spec(sections, seed);
    random.first_id = structure.total;
    if (random.min_distance > 0)
        random.occupied =
            make_lattice(lattice, {0, std::numeric_limits<std::int64_t>::max()}).position;
    append(structure,
           make_random(random, {block.first - random.first_id, block.last - random.first_id}));
    return structure;
}

std::string fills_text(const SystemSections& sections) {
    std::string text;
    if (const auto& lattice = sections.system.lattice) {
        const std::int64_t on_sites = lattice_count(lattice_spec(sections));
        text += fmt::format("lattice: {} on sites of {}{}{}\n", counted(on_sites, "atom"),
                            enum_name(lattice->type), names_text("inside", lattice->inside),
                            names_text("outside", lattice->outside));
    }
    if (const auto& random = sections.system.random)
        text += fmt::format("random: {} at least {:.6g} apart{}{}\n",
                            counted(random_count(random_spec(sections)), "atom"),
                            random->min_distance, names_text("inside", random->inside),
                            names_text("outside", random->outside));
    return text;
}

} // namespace mdsim
