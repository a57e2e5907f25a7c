// SPDX-License-Identifier: BSD-3-Clause
#include "ops/canonical_order.hpp"

#include <set>

#include "cpu/list_cases.hpp"
#include "support/catch.hpp"

using namespace mdsim;
using namespace mdsim::test;

TEST_CASE("a cell is cut into tiles of whole groups that hold every atom", "[canonical_order]") {
    for (const std::uint32_t target : {16u, 32u, 128u, 4096u}) {
        for (std::uint32_t atoms = 0; atoms < 700; ++atoms) {
            const TileCut cut = TileCut::of(atoms, target);
            CHECK((atoms == 0) == (cut.tiles == 0));
            CHECK(cut.begin(cut.tiles) == atoms);
            for (std::uint32_t t = 0; t < cut.tiles; ++t) {
                CHECK(cut.begin(t) % group_lanes == 0);
                CHECK(cut.begin(t) < cut.begin(t + 1));
                CHECK(cut.begin(t + 1) - cut.begin(t) <= 2 * target);
            }
        }
    }
}

TEMPLATE_TEST_CASE("the order of a cell depends on its atoms alone", "[canonical_order]",
                   MixedPrecision, DoublePrecision) {
    // More in one cell than are ranked, so that both ways of halving a run are taken.
    Atoms atoms = jittered({9, 9, 9}, 1, 0.4);
    // Ties: many atoms share coordinates, so their ids must decide.
    for (std::size_t i = 0; i < atoms.fraction.size(); i += 3)
        atoms.fraction[i] = {0.25 * static_cast<double>(i % 4), 0.5, atoms.fraction[i / 2].z};
    const Box box = box_of({10, 10, 10});
    for (const CellGrid& grid : {CellGrid{{1, 1, 1}}, CellGrid{{2, 1, 2}}}) {
        for (const std::uint32_t tile : {16u, 32u, 128u}) {
            auto order = in_order(atoms.type.size());
            const auto first = arranged<TestType>(atoms, order, box, grid, tile);
            for (std::uint64_t seed = 1; seed < 6; ++seed) {
                std::sort(order.begin(), order.end(), [seed](std::size_t a, std::size_t b) {
                    return uniform(seed, a) < uniform(seed, b);
                });
                const auto again = arranged<TestType>(atoms, order, box, grid, tile);
                CHECK(std::equal(first.particles.id.begin(), first.particles.id.end(),
                                 again.particles.id.begin()));
            }
            const std::set<ParticleId> all(first.particles.id.begin(), first.particles.id.end());
            CHECK(all.size() == atoms.type.size());
        }
    }
}
