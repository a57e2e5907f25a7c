// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <numbers>

#include "kernels/lists/tile_lists.hpp"

namespace mdsim {

namespace {

constexpr double pi = std::numbers::pi;

/// Atoms within `range` of a cube that holds `atoms`, in a fluid [number].
double atoms_near_cube(double atoms, double range, double density) {
    const double side = std::cbrt(atoms / density);
    return density * (side * side * side + 6 * side * side * range + 3 * pi * side * range * range +
                      4.0 / 3 * pi * range * range * range);
}

std::uint32_t up_to_multiple(double value, std::uint32_t unit) {
    return static_cast<std::uint32_t>(std::ceil(value / unit)) * unit;
}

// Tiles are not cubes, and fluids are not even.
constexpr double halo_slack = 1.12;
constexpr double row_padding = 1.12;
constexpr std::uint32_t least_window = 512;

} // namespace

ListPlan plan_lists(const TileShape& shape, double range, double density) {
    ListPlan plan;
    plan.shape = shape;
    plan.slots_per_tile = halo_slack * atoms_near_cube(plan.shape.atoms, range, density);
    plan.window = std::clamp(up_to_multiple(std::min(plan.slots_per_tile, 1e6), 64), least_window,
                             largest_window);
    const double neighbors = density * 4.0 / 3 * pi * range * range * range;
    plan.entries_per_atom = neighbors * row_padding + chunk_entries * plan.shape.lanes;
    const double of_part =
        neighbors / std::max(1.0, plan.slots_per_tile / plan.window) / plan.shape.lanes;
    plan.neighbors = std::clamp(up_to_multiple(std::min(1.25 * of_part + 16, 1e6), 4), 16u,
                                plan.window / plan.shape.lanes + chunk_entries);
    return plan;
}

} // namespace mdsim
