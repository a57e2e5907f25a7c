// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <numbers>

#include "kernels/lists/tile_lists.hpp"

namespace mdsim {

namespace {

constexpr double pi = std::numbers::pi;

std::uint32_t up_to_multiple(double value, std::uint32_t unit) {
    return static_cast<std::uint32_t>(std::ceil(value / unit)) * unit;
}

// Tiles are not cubes, and fluids are not even.
constexpr double halo_slack = 1.12;
constexpr std::uint32_t least_window = 512;

} // namespace

double slots_of_cube(double atoms, double neighbors) {
    const double range_to_side = std::cbrt(neighbors / (4.0 / 3 * pi * atoms));
    return 1 + range_to_side * (6 + range_to_side * (3 * pi + range_to_side * 4.0 / 3 * pi));
}

double row_entries(double neighbors, std::uint32_t lanes) {
    // A warp's rows are as long as the longest of its 32; the number of neighbours of an atom in a
    // liquid varies by a third of what it would if atoms did not mind each other.
    constexpr double variance = 0.3;
    constexpr double longest_of_32 = 2.1;
    const double of_lane = neighbors / lanes;
    return lanes * (of_lane + longest_of_32 * std::sqrt(variance * of_lane) + chunk_entries / 2.0);
}

ListPlan plan_lists(const TileShape& shape, double range, double density) {
    ListPlan plan;
    plan.shape = shape;
    const double neighbors = density * 4.0 / 3 * pi * range * range * range;
    plan.slots_per_tile = halo_slack * shape.atoms * slots_of_cube(shape.atoms, neighbors);
    plan.window = std::clamp(up_to_multiple(std::min(plan.slots_per_tile, 1e6), 64), least_window,
                             largest_window);
    plan.entries_per_atom = row_entries(neighbors, plan.shape.lanes);
    const double of_part =
        neighbors / std::max(1.0, plan.slots_per_tile / plan.window) / plan.shape.lanes;
    plan.neighbors = std::clamp(up_to_multiple(std::min(1.25 * of_part + 16, 1e6), 4), 16u,
                                plan.window / plan.shape.lanes + chunk_entries);
    return plan;
}

} // namespace mdsim
