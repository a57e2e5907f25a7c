// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "config/config_check.hpp"
#include "input/structure/region.hpp"

namespace mdsim {
namespace {

/// A box in which nothing is cut off: wider by the region on each open side.
struct WiderBox {
    Box box;
    RegionShape shape;
    Vec3<double> low; ///< where the first box begins and ends in it, in fractions
    Vec3<double> high;
};

WiderBox widened(const Box& box, const RegionShape& shape, const Vec3<double>& center,
                 const Vec3<double>& half) {
    WiderBox wide{box, shape, {0, 0, 0}, {1, 1, 1}};
    Vec3<double> moved = center;
    double* const edge[3] = {&wide.box.edges.xx, &wide.box.edges.yy, &wide.box.edges.zz};
    for (int d = 0; d < 3; ++d) {
        if (box.periodic[static_cast<std::size_t>(d)]) continue;
        const double first = *edge[d];
        const double below = std::max(0.0, half[d] - center[d]);
        const double above = std::max(0.0, center[d] + half[d] - first);
        *edge[d] = below + first + above;
        moved[d] += below;
        wide.low[d] = below / *edge[d];
        wide.high[d] = (below + first) / *edge[d];
    }
    std::visit([&](auto& any) { any.center = moved; }, wide.shape);
    return wide;
}

/// The part of a round region that lies outside of the box, at the midpoints of a grid.
double part_outside(const WiderBox& wide) {
    constexpr int points = 48; // in each direction
    const Region region(wide.shape, wide.box);
    const FractionBounds bounds = region.bounds();
    int inside = 0;
    int all = 0;
    for (int n = 0; n < points * points * points; ++n) {
        const Vec3<double> cell{n % points + 0.5, n / points % points + 0.5,
                                n / (points * points) + 0.5};
        Vec3<double> s;
        bool in_box = true;
        for (int d = 0; d < 3; ++d) {
            s[d] = bounds.low[d] + bounds.width[d] * cell[d] / points;
            const bool open = !wide.box.periodic[static_cast<std::size_t>(d)];
            in_box = in_box && (!open || (s[d] >= wide.low[d] && s[d] < wide.high[d]));
        }
        if (!region.contains(s)) continue;
        ++all;
        inside += in_box ? 1 : 0;
    }
    return all > 0 ? 1 - static_cast<double>(inside) / all : 0;
}

/// How far round shapes reach from their centre; nothing for others, whose faces may exceed the
/// box. An endless cylinder has no end that could be cut off.
std::optional<Vec3<double>> half_extents(const RegionShape& shape) {
    if (const auto* sphere = std::get_if<SphereShape>(&shape))
        return Vec3<double>{sphere->radius, sphere->radius, sphere->radius};
    const auto* cylinder = std::get_if<CylinderShape>(&shape);
    if (cylinder == nullptr) return std::nullopt;
    Vec3<double> half{cylinder->radius, cylinder->radius, cylinder->radius};
    half[static_cast<int>(cylinder->axis)] =
        cylinder->length ? *cylinder->length / 2 : -std::numeric_limits<double>::infinity();
    return half;
}

std::string place_text(const Vec3<double>& p) {
    return fmt::format("({:.6g}, {:.6g}, {:.6g})", p.x, p.y, p.z);
}

/// The image of a place in the box, as far as directions repeat.
Vec3<double> wrapped(const Vec3<double>& place, const Box& box) {
    Vec3<double> s = box.to_fraction(place);
    for (int d = 0; d < 3; ++d)
        if (box.periodic[static_cast<std::size_t>(d)]) s[d] -= std::floor(s[d]);
    return box.to_position(s);
}

bool is_outside(const Vec3<double>& place, const Box& box) {
    constexpr double rounding = 1e-9;
    const Vec3<double> s = box.to_fraction(place);
    for (int d = 0; d < 3; ++d)
        if (box.periodic[static_cast<std::size_t>(d)] && (s[d] < -rounding || s[d] > 1 + rounding))
            return true;
    return false;
}

} // namespace

void warn_of_regions(const BoxSettings& settings, const SystemSettings& system,
                     const std::vector<RegionSettings>& regions,
                     std::vector<Diagnostic>& warnings) {
    constexpr double much = 0.02;
    const std::optional<Box> box = filled_box(settings, system);
    if (!box) return;
    for (std::size_t i = 0; i < regions.size(); ++i) {
        const RegionSettings& region = regions[i];
        const auto center =
            std::visit([](const auto& shape) { return shape.center; }, region.shape);
        if (!center) continue;
        const std::string key = fmt::format("region.{}.center", i);
        if (is_outside(*center, *box))
            warnings.push_back(
                {key, fmt::format("{} is outside of the box, whose edges are {}; as it "
                                  "repeats, the region lies around {}",
                                  place_text(*center),
                                  place_text({box->edges.xx, box->edges.yy, box->edges.zz}),
                                  place_text(wrapped(*center, *box)))});
        const auto half = half_extents(region.shape);
        if (!half || !box->orthorhombic()) continue;
        const double lost = part_outside(widened(*box, region.shape, *center, *half));
        if (lost > much)
            warnings.push_back(
                {key, fmt::format("{:.0f} % of the region \"{}\" lie outside of the "
                                  "box, which goes from 0 to {} and does not repeat "
                                  "there: that part gets no atoms",
                                  100 * lost, region.name,
                                  place_text({box->edges.xx, box->edges.yy, box->edges.zz}))});
    }
}

} // namespace mdsim
