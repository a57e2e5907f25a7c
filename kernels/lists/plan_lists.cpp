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

// Tiles are not cubes, and of an uneven fluid a window is to hold the halos of the larger ones.
constexpr double ragged = 1.03;
constexpr double ragged_and_uneven = 1.12;
constexpr std::uint32_t least_window = 512;

/// Slots for each atom of a cube of a fluid.
double slots_of_cube(double atoms, double neighbors) {
    const double range_to_side = std::cbrt(neighbors / (4.0 / 3 * pi * atoms));
    return 1 + range_to_side * (6 + range_to_side * (3 * pi + range_to_side * 4.0 / 3 * pi));
}

/// Entries of one lane in the rows of a liquid, gaps included.
double row_entries(double neighbors) {
    // A warp's rows are as long as the longest of its 32; the number of neighbours of an atom in a
    // liquid varies by a quarter of what it would if atoms did not mind each other.
    constexpr double variance = 0.07;
    constexpr double longest_of_32 = 2.1;
    return neighbors + longest_of_32 * std::sqrt(variance * neighbors) + chunk_entries / 2.0;
}

/// Lanes for each atom of a cell of so many: its last group is not full.
double lanes_used(double atoms) { return 1 + 0.5 * warp_lanes / atoms; }

} // namespace

ListPlan plan_lists(const TileShape& shape, double neighbors, double atoms_of_cell) {
    ListPlan plan;
    plan.shape = shape;
    const double largest_halo =
        ragged_and_uneven * shape.atoms * slots_of_cube(shape.atoms, neighbors);
    plan.window =
        std::clamp(up_to_multiple(std::min(largest_halo, 1e6), 64), least_window, largest_window);
    const double of_part = neighbors / std::max(1.0, largest_halo / plan.window) / shape.lanes;
    plan.neighbors = std::clamp(up_to_multiple(std::min(1.25 * of_part + 16, 1e6), 4), 16u,
                                plan.window / shape.lanes + chunk_entries);
    const double atoms_of_tile = atoms_of_cell / std::ceil(atoms_of_cell / shape.atoms);
    plan.slots = ragged * slots_of_cube(atoms_of_tile, neighbors);
    const double parts = std::ceil(largest_halo / plan.window) * shape.lanes;
    plan.chunks = lanes_used(atoms_of_cell) * parts * row_entries(neighbors / parts) /
                  (chunk_entries * warp_lanes);
    return plan;
}

} // namespace mdsim
