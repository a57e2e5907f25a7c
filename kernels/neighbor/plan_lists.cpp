// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/neighbor/plan_lists.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/contract.hpp"
#include "kernels/neighbor/build_lists.hpp"

namespace mdsim {

namespace {

constexpr double pi = std::numbers::pi;

std::uint32_t up_to_multiple(double value, std::uint32_t unit) {
    return static_cast<std::uint32_t>(std::ceil(value / unit)) * unit;
}

// Tiles are not cubes, and of an uneven fluid a window is to hold the j-atoms of the larger ones.
constexpr double ragged = 1.03;
constexpr double ragged_and_uneven = 1.12;
constexpr std::uint32_t least_window = 512;
constexpr std::uint32_t window_unit = 64;
constexpr std::uint32_t least_groups = 512;
constexpr std::uint32_t most_groups = 1u << 16;

/// Slots for each atom of a cube of a fluid.
double slots_of_cube(double atoms, double neighbors) {
    const double range_to_side = std::cbrt(neighbors / (4.0 / 3 * pi * atoms));
    return 1 + range_to_side * (6 + range_to_side * (3 * pi + range_to_side * 4.0 / 3 * pi));
}

/// Entries of one lane in a liquid, gaps included.
double lane_entries(double neighbors) {
    // A warp has as many entries as the longest of its 32; the number of neighbours of an atom in a
    // liquid varies by a quarter of what it would if atoms did not mind each other.
    constexpr double variance = 0.07;
    constexpr double longest_of_32 = 2.1;
    return neighbors + longest_of_32 * std::sqrt(variance * neighbors) + chunk_entries / 2.0;
}

/// Lanes for each atom of a cell of so many: its last group is not full.
double lanes_used(double atoms) { return 1 + 0.5 * warp_lanes / atoms; }

/// The neighbours in a window and part for which there is capacity at most.
std::uint32_t most_of_part(std::uint32_t window, std::uint32_t lanes) {
    return window / lanes + chunk_entries;
}

ListPlan plan_with_windows(std::uint32_t widest, const TileShape& shape, double neighbors,
                           double atoms_of_cell) {
    MDSIM_EXPECT(shape.atoms > 0 && shape.atoms % warp_lanes == 0 && shape.lanes > 0);
    ListPlan plan;
    plan.shape = shape;
    const double most_j_atoms =
        ragged_and_uneven * shape.atoms * slots_of_cube(shape.atoms, neighbors);
    plan.window =
        std::clamp(up_to_multiple(std::min(most_j_atoms, 1e6), window_unit), least_window, widest);
    const double of_part = neighbors / std::max(1.0, most_j_atoms / plan.window) / shape.lanes;
    plan.neighbors = std::clamp(up_to_multiple(std::min(1.25 * of_part + 16, 1e6), 4), 16u,
                                most_of_part(plan.window, shape.lanes));
    const double atoms_of_tile = atoms_of_cell / std::ceil(atoms_of_cell / shape.atoms);
    plan.slots = ragged * slots_of_cube(atoms_of_tile, neighbors);
    const double parts = std::ceil(most_j_atoms / plan.window) * shape.lanes;
    plan.chunks = lanes_used(atoms_of_cell) * parts * lane_entries(neighbors / parts) /
                  (chunk_entries * warp_lanes);
    return plan;
}

bool fits(const BuilderSpace& space, const ListPlan& plan, const ListCapacity& capacity) {
    return builder_shared_bytes(plan.shape, plan.window, space.potentials, space.types, capacity) <=
           space.bytes;
}

/// The widest window in which an atom of the smallest tiles may have all slots as neighbours.
std::uint32_t widest_window(const BuilderSpace& space, std::uint32_t lanes) {
    ListPlan plan{{warp_lanes, lanes}, largest_window, 0, 0, 0};
    for (;; plan.window -= window_unit) {
        plan.neighbors = most_of_part(plan.window, lanes);
        if (plan.window <= least_window || fits(space, plan, first_shared_capacity(plan)))
            return plan.window;
    }
}

/// The most, up to a number, of what there is capacity for.
template <class Fits> std::uint32_t most_that_fits(std::uint32_t most, const Fits& has_capacity) {
    std::uint32_t least = 0;
    while (least < most) {
        const std::uint32_t middle = least + (most - least + 1) / 2;
        if (has_capacity(middle))
            least = middle;
        else
            most = middle - 1;
    }
    return most;
}

} // namespace

ListPlan plan_lists(const TileShape& shape, double neighbors, double atoms_of_cell) {
    return plan_with_windows(largest_window, shape, neighbors, atoms_of_cell);
}

ListPlan plan_within(const BuilderSpace& space, TileShape shape, double neighbors,
                     double atoms_of_cell) {
    const std::uint32_t widest = widest_window(space, shape.lanes);
    for (;; shape.atoms = std::max(shape.atoms / 2 / warp_lanes, 1u) * warp_lanes) {
        const ListPlan plan = plan_with_windows(widest, shape, neighbors, atoms_of_cell);
        if (shape.atoms <= warp_lanes || fits(space, plan, first_shared_capacity(plan)))
            return plan;
    }
}

MostShared most_shared(const BuilderSpace& space, const ListPlan& plan) {
    MostShared most;
    most.neighbors = most_that_fits(plan.window, [&](std::uint32_t neighbors) {
        ListCapacity capacity;
        capacity.neighbors = neighbors;
        return fits(space, plan, capacity);
    });
    most.groups = most_that_fits(most_groups, [&](std::uint32_t groups) {
        ListCapacity capacity;
        capacity.groups = groups;
        return fits(space, plan, capacity);
    });
    return most;
}

ListCapacity first_shared_capacity(const ListPlan& plan) {
    ListCapacity capacity;
    capacity.groups = least_groups;
    capacity.neighbors = plan.neighbors;
    return capacity;
}

} // namespace mdsim
