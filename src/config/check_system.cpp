// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "config/config_check.hpp"
#include "config/structure_format.hpp"
#include "core/contract.hpp"
#include "guard/regular_file.hpp"

namespace mdsim {
namespace {

void check_random(const SystemSettings& system, const BoxSettings& box,
                  const std::vector<SpeciesSettings>& species, const RandomSettings& random,
                  std::vector<Diagnostic>& errors) {
    const bool gives_edges = box.edges.has_value();
    const bool has_regions = !random.inside.empty() || !random.outside.empty();
    if (random.density && system.lattice) {
        errors.push_back({"system.random.density", "the lattice or box.edges give the box; remove "
                                                   "it, the number of atoms is in `counts`"});
    } else if (random.density && has_regions && !gives_edges) {
        errors.push_back({"system.random.density", "regions need a box that is given; replace it "
                                                   "by [box] with edges"});
    } else if (!system.lattice && random.density.has_value() == gives_edges) {
        errors.push_back(
            {"system.random", gives_edges ? "both density and box.edges are given; remove one"
                                          : "the size of the box is not given; add density, or "
                                            "[box] with edges"});
    }
    std::int64_t total = 0;
    for (const auto& [name, count] : random.counts) {
        total += count;
        if (!has_species(species, name)) {
            errors.push_back(
                {"system.random.counts", species_advice(species_names(species), name)});
        }
    }
    if (total == 0) {
        errors.push_back({"system.random.counts", "there is not a single atom"});
    }
}

void check_file(const Config& config, const FileSettings& file, std::vector<Diagnostic>& errors) {
    const std::string path = config.resolve(file.path).string();
    std::error_code error;
    const std::string kind = file.path.empty() ? "" : guard::other_kind(path);
    if (kind == "a folder") {
        const bool run = std::filesystem::exists(config.resolve(file.path) / "trajectory.h5md");
        errors.push_back(
            {"system.file.path", fmt::format("{} is a folder; give a file in it{}", path,
                                             run ? ", such as its trajectory.h5md" : "")});
    } else if (!kind.empty()) {
        errors.push_back(
            {"system.file.path", fmt::format("{} is not a regular file but {}; give the path of a "
                                             "structure file",
                                             path, kind)});
    } else if (!file.path.empty() && !std::filesystem::exists(path, error)) {
        errors.push_back({"system.file.path",
                          fmt::format("there is no file {}; paths are relative to the folder of "
                                      "the input file",
                                      path)});
    } else if (!file.path.empty() && reader_of(file) == nullptr) {
        errors.push_back({"system.file.path", format_advice(file)});
    }
    for (const std::string& name : file.types) {
        if (!config.species.empty() && !has_species(config.species, name)) {
            errors.push_back(
                {"system.file.types", species_advice(species_names(config.species), name)});
        }
    }
}

/// A tilt moves whole edges when it exceeds half of one; the smaller tilt is the same box.
void check_tilt(const BoxSettings& box, std::vector<Diagnostic>& errors) {
    MDSIM_EXPECT(box.edges.has_value());
    struct Tilt {
        std::string_view name;
        double value;
        double edge;
        std::size_t direction; ///< the edge that leans
        std::size_t towards;
    };
    const Vec3<double>& edges = *box.edges;
    const std::array<bool, 3> periodic = box.periodic.value_or(std::array{true, true, true});
    const std::array<Tilt, 3> tilts{{{"xy", box.tilt.x, edges.x, 1, 0},
                                     {"xz", box.tilt.y, edges.x, 2, 0},
                                     {"yz", box.tilt.z, edges.y, 2, 1}}};
    constexpr double most = 0.5 + 1e-9;
    for (const Tilt& tilt : tilts) {
        if (std::abs(tilt.value) > most * tilt.edge) {
            const double same = tilt.value - tilt.edge * std::round(tilt.value / tilt.edge);
            errors.push_back(
                {"box.tilt", fmt::format("{} = {} is more than half the edge of {}; {} = "
                                         "{:.10g} is the same lattice, less slanted",
                                         tilt.name, tilt.value, tilt.edge, tilt.name, same)});
        }
        if (tilt.value != 0 && !(periodic[tilt.direction] && periodic[tilt.towards])) {
            errors.push_back({"box.tilt", fmt::format("{} leans a direction that does not repeat; "
                                                      "set it to 0, or box.periodic",
                                                      tilt.name)});
        }
    }
}

} // namespace

void check_system(const Config& config, std::vector<Diagnostic>& errors) {
    const SystemSettings& system = config.system;
    const bool built = system.lattice || system.random;
    if (built == system.file.has_value()) {
        errors.push_back(
            {"system",
             fmt::format("found {}; expected [system.file] alone, or [system.lattice], "
                         "[system.random], or these two together",
                         built ? "a file beside other sources of atoms" : "no source of atoms")});
    }
    if (system.lattice) {
        check_lattice(config.box, config.species, *system.lattice, errors);
    }
    if (system.random) {
        check_random(system, config.box, config.species, *system.random, errors);
    }
    if (system.file) {
        check_file(config, *system.file, errors);
    }
}

void check_box(const BoxSettings& box, const SystemSettings& system, const PairSettings& pair,
               std::vector<Diagnostic>& errors) {
    if (box.edges && system.file) {
        errors.push_back({"box.edges", "the structure file gives the box; remove `edges`, or "
                                       "change the box in the file"});
    }
    const bool may_tilt = !system.lattice; // a lattice refuses any tilt
    if (box.edges && may_tilt) {
        check_tilt(box, errors);
    } else if (may_tilt && box.tilt != Vec3<double>{}) {
        errors.push_back({"box.tilt", "needs box.edges; add it, or remove the tilt"});
    }
    if (box.periodic || !system.file) { // otherwise the file says so, as it is read
        check_periodicity(box, pair, box.periodic.value_or(std::array{true, true, true}), errors);
    }
}

} // namespace mdsim
