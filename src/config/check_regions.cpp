// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "config/built_in_start.hpp"
#include "config/config_check.hpp"
#include "core/contract.hpp"
#include "input/structure/lattice_cell.hpp"
#include "input/structure/lattice_plan.hpp"
#include "input/suggest.hpp"

namespace mdsim {
namespace {

/// A list of names of regions, and its key.
struct Use {
    std::string key;
    const std::vector<std::string>* names;
};

std::vector<Use> uses_of_regions(const SystemSettings& system) {
    std::vector<Use> uses;
    if (const auto& lattice = system.lattice) {
        uses.push_back({"system.lattice.inside", &lattice->inside});
        uses.push_back({"system.lattice.outside", &lattice->outside});
    }
    if (const auto& random = system.random) {
        uses.push_back({"system.random.inside", &random->inside});
        uses.push_back({"system.random.outside", &random->outside});
    }
    return uses;
}

bool is_in(const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

/// The region that a misspelt name most likely means; empty if none is near.
std::string_view region_near(const std::vector<RegionSettings>& regions, const std::string& name) {
    std::vector<std::string_view> known;
    for (const RegionSettings& region : regions) known.push_back(region.name);
    return nearest(name, known);
}

bool is_region(const std::vector<RegionSettings>& regions, const std::string& name) {
    return std::any_of(regions.begin(), regions.end(),
                       [&](const RegionSettings& region) { return region.name == name; });
}

/// Whether a region is used under a misspelt name, which is reported where it stands.
bool is_meant(const std::vector<RegionSettings>& regions, const std::vector<Use>& uses,
              const std::string& name) {
    for (const Use& use : uses)
        for (const std::string& used : *use.names)
            if (!is_region(regions, used) && region_near(regions, used) == name) return true;
    return false;
}

std::string region_advice(const std::vector<RegionSettings>& regions, const std::string& name) {
    MDSIM_EXPECT(!is_region(regions, name));
    std::vector<std::string_view> known;
    for (const RegionSettings& region : regions) known.push_back(region.name);
    if (known.empty())
        return fmt::format("there is no region \"{}\"; add [[region]] with this name", name);
    const std::string_view near = region_near(regions, name);
    if (!near.empty())
        return fmt::format("there is no region \"{}\"; did you mean \"{}\"?", name, near);
    return fmt::format("there is no region \"{}\"; known are: {}", name, join(known));
}

void check_names(const std::vector<RegionSettings>& regions, const SystemSettings& system,
                 std::vector<Diagnostic>& errors) {
    const std::vector<Use> uses = uses_of_regions(system);
    std::vector<std::string> seen;
    for (std::size_t i = 0; i < regions.size(); ++i) {
        const std::string& name = regions[i].name;
        const std::string key = fmt::format("region.{}", i);
        const bool used = std::any_of(uses.begin(), uses.end(),
                                      [&](const Use& use) { return is_in(*use.names, name); });
        if (name.empty())
            errors.push_back({key + ".name", "a region needs a name that is not empty"});
        else if (is_in(seen, name))
            errors.push_back({key + ".name", fmt::format("there are two regions \"{}\"", name)});
        else if (!used && !is_meant(regions, uses, name))
            errors.push_back(
                {key, fmt::format("nothing uses the region \"{}\"; name it in `inside` or "
                                  "`outside` of [system.lattice] or [system.random], or remove it",
                                  name)});
        seen.push_back(name);
    }
    for (const Use& use : uses)
        for (const std::string& name : *use.names)
            if (!is_in(seen, name)) errors.push_back({use.key, region_advice(regions, name)});
}

/// Whether the size of the cells is known.
bool has_size(const LatticeSettings& lattice) {
    return (lattice.density.value_or(0) > 0) != (lattice.constant.value_or(0) > 0);
}

/// What is wrong with a length of a region; empty if nothing is.
struct Excess {
    const char* key;
    std::string text;
};

/// Whether a length is above what repeats.
bool exceeds(double length, double period) { return length > period * (1 + 1e-9); }

/// Round shapes that would meet their own images, across each direction but `along`.
std::optional<Excess> excess_of_radius(double radius, int along, const Box& box) {
    const Vec3<double> heights = box.heights();
    for (int d = 0; d < 3; ++d) {
        if (d == along || !box.periodic[static_cast<std::size_t>(d)]) continue;
        if (exceeds(2 * radius, heights[d]))
            return Excess{"radius", fmt::format("found {:.6g}, but the box repeats after {:.6g} "
                                                "along {}, so that the region would meet its own "
                                                "images; allowed: up to {:.6g}",
                                                radius, heights[d], "xyz"[d], heights[d] / 2)};
    }
    return std::nullopt;
}

std::optional<Excess> excess(const SphereShape& shape, const Box& box) {
    return excess_of_radius(shape.radius, -1, box);
}

/// The edges of a block may exceed the box: it then goes through all of it.
std::optional<Excess> excess(const BlockShape&, const Box&) { return std::nullopt; }

std::optional<Excess> excess(const SlabShape& shape, const Box& box) {
    const int d = static_cast<int>(shape.axis);
    const double height = box.heights()[d];
    if (!box.periodic[static_cast<std::size_t>(d)] || !exceeds(shape.thickness, height)) return {};
    return Excess{"thickness",
                  fmt::format("found {:.6g}, but the box repeats after {:.6g} along {}, so that "
                              "the region would be the whole box; allowed: up to {:.6g}",
                              shape.thickness, height, "xyz"[d], height)};
}

std::optional<Excess> excess(const CylinderShape& shape, const Box& box) {
    const int d = static_cast<int>(shape.axis);
    const double height = box.heights()[d];
    if (shape.length && box.periodic[static_cast<std::size_t>(d)] && exceeds(*shape.length, height))
        return Excess{"length",
                      fmt::format("found {:.6g}, but the box repeats after {:.6g} along {}; leave "
                                  "`length` out for a cylinder through the whole box",
                                  *shape.length, height, "xyz"[d])};
    return excess_of_radius(shape.radius, d, box);
}

void check_places(const std::vector<RegionSettings>& regions, const Box& box,
                  std::vector<Diagnostic>& errors) {
    for (std::size_t i = 0; i < regions.size(); ++i) {
        const RegionSettings& region = regions[i];
        const std::string key = fmt::format("region.{}", i);
        if (std::holds_alternative<CylinderShape>(region.shape) && !box.orthorhombic()) {
            errors.push_back({key + ".type", "a cylinder needs a box without tilt; use another "
                                             "shape, or remove box.tilt"});
        } else if (!(Region(region.shape, box).bounds().volume() > 0)) {
            errors.push_back(
                {key, fmt::format("the region \"{}\" lies outside of the box, which goes from 0 to "
                                  "{:.6g}, {:.6g}, {:.6g} and does not repeat there; move its "
                                  "center, or make it larger",
                                  region.name, box.edges.xx, box.edges.yy, box.edges.zz)});
        } else if (const auto wrong = std::visit(
                       [&](const auto& shape) { return excess(shape, box); }, region.shape)) {
            errors.push_back({fmt::format("{}.{}", key, wrong->key), wrong->text});
        }
    }
}

/// Whether cells fit the box, where everything else about the lattice is right.
void check_fit(const Config& config, std::vector<Diagnostic>& errors) {
    const auto& lattice = config.system.lattice;
    if (!lattice || !has_size(*lattice) || config.species.empty() || !config.box.edges) return;
    for (Diagnostic& error : lattice_plan_faults(lattice_spec(config)))
        errors.push_back(std::move(error));
}

} // namespace

std::optional<Box> filled_box(const BoxSettings& settings, const SystemSettings& system) {
    const auto& lattice = system.lattice;
    const bool lattice_gives =
        lattice && lattice->cells && lattice->density.has_value() != lattice->constant.has_value();
    Box box;
    box.periodic = settings.periodic.value_or(box.periodic);
    if (settings.edges) {
        const Vec3<double>& e = *settings.edges;
        const Vec3<double>& t = settings.tilt;
        box.edges = {e.x, t.x, e.y, t.y, t.z, e.z};
    } else if (lattice_gives) {
        const LatticeSpec shape = lattice_shape(*lattice);
        if (lattice_cell_faults(shape).empty()) box.edges = lattice_box(shape).edges;
    }
    const bool valid = box.edges.xx > 0 && box.edges.yy > 0 && box.edges.zz > 0;
    return valid ? std::optional(box) : std::nullopt;
}

void check_regions(const Config& config, std::vector<Diagnostic>& errors) {
    check_names(config.regions, config.system, errors);
    const std::optional<Box> box = filled_box(config.box, config.system);
    if (!box) return;
    const auto about_start = [](const Diagnostic& error) {
        const std::string section = error.where.substr(0, error.where.find('.'));
        return section == "system" || section == "region" || section == "box";
    };
    check_places(config.regions, *box, errors);
    if (std::none_of(errors.begin(), errors.end(), about_start)) check_fit(config, errors);
}

} // namespace mdsim
