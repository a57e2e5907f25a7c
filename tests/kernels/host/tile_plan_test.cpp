// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

#include "kernels/neighbor/build_lists.hpp"
#include "kernels/neighbor/plan_lists.hpp"
#include "support/catch.hpp"

using namespace mdsim;

namespace {

/// What blocks may have, less more than the builder takes statically, on RTX 30, 40 and 50 and on
/// A100.
constexpr std::size_t of_rtx = 99 * 1024 - 2048;
constexpr std::size_t of_a100 = 163 * 1024 - 2048;
static_assert(of_a100 > most_builder_shared);

constexpr double liquid = 0.8442;
constexpr double cells = 4.75; ///< tiles of a cell, about

struct PlanCase {
    BuilderSpace space;
    TileShape shape;
    double neighbors;

    ListPlan plan() const {
        return plan_within(space, shape, neighbors, cells * static_cast<double>(shape.atoms));
    }
};

double neighbors_at(double cutoff) {
    return liquid * 4 / 3 * std::numbers::pi * std::pow(cutoff + 0.3, 3);
}

/// Tiles that runs and tests ask for, potentials and types of every number, cutoffs up to 30 sigma.
void for_all_cases(std::size_t bytes, const std::function<void(const PlanCase&)>& check) {
    for (const TileShape shape : {TileShape{32, 1},
                                  {32, 4},
                                  {64, 1},
                                  {64, 2},
                                  {64, 4},
                                  {96, 2},
                                  {128, 1},
                                  {128, 2},
                                  {192, 1},
                                  {256, 1}})
        for (const std::uint32_t types : {1u, 2u, 3u, 8u})
            for (const std::uint32_t potentials : {1u, 2u, 3u})
                for (double cutoff = 2.5; cutoff <= 30; cutoff += cutoff < 12 ? 0.25 : 3) {
                    CAPTURE(bytes, shape.atoms, shape.lanes, types, potentials, cutoff);
                    check({{bytes, potentials, types}, shape, neighbors_at(cutoff)});
                }
}

std::size_t bytes_of(const BuilderSpace& space, const ListPlan& plan,
                     const ListCapacity& capacity) {
    return builder_shared_bytes(plan.shape, plan.window, space.potentials, space.types, capacity);
}

} // namespace

TEST_CASE("tiles fit into the shared memory of every GPU", "[tiles]") {
    for (const std::size_t bytes : {of_rtx, most_builder_shared})
        for_all_cases(bytes, [](const PlanCase& c) {
            const ListPlan plan = c.plan();
            CHECK(plan.shape.lanes == c.shape.lanes);
            CHECK(plan.shape.atoms <= c.shape.atoms);
            CHECK(plan.shape.atoms % warp_lanes == 0);
            CHECK(plan.shape.atoms > 0);
            CHECK(bytes_of(c.space, plan, first_shared_capacity(plan)) <= c.space.bytes);
        });
}

TEST_CASE("capacities may grow to what shared memory has, and no further", "[tiles]") {
    for (const std::size_t bytes : {of_rtx, most_builder_shared})
        for_all_cases(bytes, [](const PlanCase& c) {
            const ListPlan plan = c.plan();
            const MostShared most = most_shared(c.space, plan);
            ListCapacity capacity;
            capacity.neighbors = most.neighbors;
            capacity.groups = most.groups;
            CHECK(bytes_of(c.space, plan, capacity) <= c.space.bytes);
            ++capacity.groups;
            CHECK(bytes_of(c.space, plan, capacity) > c.space.bytes);
            capacity = {};
            capacity.neighbors = most.neighbors + 1;
            CHECK((most.neighbors == plan.window ||
                   bytes_of(c.space, plan, capacity) > c.space.bytes));
        });
}

TEST_CASE("tiles can be made so small that no atom has too many neighbours", "[tiles]") {
    for (const std::size_t bytes : {of_rtx, most_builder_shared})
        for_all_cases(bytes, [](PlanCase c) {
            for (c.shape = c.plan().shape; c.shape.atoms > warp_lanes; c.shape = c.plan().shape)
                c.shape.atoms -= warp_lanes;
            const ListPlan plan = c.plan();
            CHECK(plan.shape.atoms == warp_lanes);
            CHECK(most_shared(c.space, plan).neighbors >= plan.window / plan.shape.lanes);
        });
}

TEST_CASE("groups near a tile have room at cutoffs of 12 sigma", "[tiles]") {
    for_all_cases(of_rtx, [](const PlanCase& c) {
        if (c.neighbors > neighbors_at(12)) return;
        const ListPlan plan = c.plan();
        // Groups at the rim of a halo have few of its slots.
        constexpr double ragged = 2;
        const double groups = ragged * plan.slots * plan.shape.atoms / warp_lanes;
        CHECK(most_shared(c.space, plan).groups > groups);
    });
}

TEST_CASE("a GPU that has enough plans as if there were no limit on windows", "[tiles]") {
    for_all_cases(most_builder_shared, [](const PlanCase& c) {
        TileShape shape = c.shape;
        const auto unlimited = [&] {
            return plan_lists(shape, c.neighbors, cells * static_cast<double>(c.shape.atoms));
        };
        ListPlan expected = unlimited();
        while (shape.atoms > warp_lanes &&
               bytes_of(c.space, expected, first_shared_capacity(expected)) > c.space.bytes) {
            shape.atoms = std::max(shape.atoms / 2 / warp_lanes, 1u) * warp_lanes;
            expected = unlimited();
        }
        const ListPlan plan = c.plan();
        CHECK(plan.shape.atoms == expected.shape.atoms);
        CHECK(plan.window == expected.window);
        CHECK(plan.neighbors == expected.neighbors);
        CHECK(plan.slots == expected.slots);
        CHECK(plan.chunks == expected.chunks);
    });
}
