// SPDX-License-Identifier: BSD-3-Clause
#include "config/built_in_start.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/contract.hpp"
#include "core/counted.hpp"
#include "core/cube_root.hpp"
#include "core/error.hpp"

namespace mdsim {

namespace {

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

/// " (80 Ni, 20 Cr)"; empty for a single species.
std::string species_text(const SystemSections& sections, const std::vector<std::int64_t>& counts) {
    MDSIM_EXPECT(counts.size() == sections.species.size());
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < counts.size(); ++i)
        if (counts[i] > 0)
            texts.push_back(fmt::format("{} {}", counts[i], sections.species[i].name));
    return texts.size() < 2 ? "" : fmt::format(" ({})", fmt::join(texts, ", "));
}

std::string vacancies_text(std::int64_t vacancies) {
    if (vacancies == 0) return {};
    return fmt::format(" and {}",
                       vacancies == 1 ? "1 vacancy" : fmt::format("{} vacancies", vacancies));
}

std::string orient_text(const LatticeSettings& lattice) {
    const std::optional<Orientation> orient = lattice_shape(lattice).orient;
    if (!orient) return {};
    return fmt::format(" with {}, {}, {} along x, y, z", direction_text((*orient)[0]),
                       direction_text((*orient)[1]), direction_text((*orient)[2]));
}

} // namespace

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
    spec.box.periodic = periodic_directions(sections);
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
        const LatticeCounts counts = lattice_counts(lattice_spec(sections));
        text += fmt::format("lattice: {}{}{} on sites of {}{}{}{}\n", counted(counts.atoms, "atom"),
                            species_text(sections, counts.of_species),
                            vacancies_text(counts.vacancies), enum_name(lattice->type),
                            orient_text(*lattice), names_text("inside", lattice->inside),
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
