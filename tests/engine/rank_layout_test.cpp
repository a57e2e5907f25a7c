// SPDX-License-Identifier: BSD-3-Clause
// How ranks with devices share the cells: what one shows is what the other sees, and it is enough.
#include "engine/rank_layout.hpp"

#include <algorithm>
#include <set>

#include "core/error.hpp"
#include "domain/domain_cases.hpp"
#include "domain/halo_region.hpp"
#include "domain/partition_makers.hpp"
#include "support/catch.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

SimulationSetup setup_of(const Geometry& g) {
    SimulationSetup setup;
    setup.domain.box = g.box;
    setup.domain.grid = g.grid;
    setup.domain.list_range = g.range;
    setup.domain.total_atoms = 1000;
    setup.skin = 0.2 * g.range;
    return setup;
}

RankLayout layout_of(const Partition& partition, const Geometry& g, Rank rank) {
    const SimulationSetup setup = setup_of(g);
    return rank_layout(partition, setup, setup.starting_box(), rank);
}

/// Partitions of which every rank has cells.
std::vector<Partition> partitions(const CellGrid& grid) {
    std::vector<Partition> found;
    for (std::uint64_t seed = 1; seed < 40 && found.size() < 4; ++seed) {
        Partition p = random_partition(grid, 4, seed, seed);
        const auto& bricks = p.bricks();
        if (std::none_of(bricks.begin(), bricks.end(), [](const Brick& b) { return b.empty(); }))
            found.push_back(std::move(p));
    }
    return found;
}

std::vector<std::int64_t> cells_with(const std::vector<SeenCell>& cells, Rank peer) {
    std::vector<std::int64_t> found;
    for (const SeenCell& c : cells) {
        if (c.peer == peer) found.push_back(c.cell);
    }
    return found;
}

} // namespace

TEST_CASE("what a rank shows to a peer is what that peer sees, in the same order") {
    std::size_t shown = 0;
    for (const Geometry& g : geometries()) {
        INFO(g.name);
        for (const Partition& partition : partitions(g.grid)) {
            std::vector<RankLayout> layouts;
            for (Rank r = 0; r < 4; ++r) layouts.push_back(layout_of(partition, g, r));
            for (std::size_t a = 0; a < 4; ++a) {
                for (std::size_t b = 0; b < 4; ++b) {
                    const auto mine = cells_with(layouts[a].shown, static_cast<Rank>(b));
                    CHECK(mine == cells_with(layouts[b].seen, static_cast<Rank>(a)));
                    CHECK(std::is_sorted(mine.begin(), mine.end()));
                    shown += mine.size();
                }
                CHECK(cells_with(layouts[a].shown, static_cast<Rank>(a)).empty());
            }
        }
    }
    CHECK(shown > 0);
}

TEST_CASE("a rank sees every atom within list range of its brick") {
    std::size_t seen = 0;
    std::size_t beyond = 0;
    for (const Geometry& g : geometries()) {
        INFO(g.name);
        const auto sites = random_sites<MixedPrecision>(400, 12);
        for (const Partition& partition : partitions(g.grid)) {
            for (Rank rank = 0; rank < 4; ++rank) {
                const RankLayout layout = layout_of(partition, g, rank);
                std::set<std::int64_t> cells;
                for (const SeenCell& c : layout.seen) cells.insert(c.cell);
                const RangeTest near(g.grid, g.box, g.range, partition.brick(rank));
                const BrickRange& range = layout.ranges[static_cast<std::size_t>(rank)];
                for (const auto& site : sites) {
                    const std::int64_t cell = g.grid.cell_of(site);
                    if (near(site)) {
                        CHECK(range.holds(site));
                        CHECK((partition.owner(cell) == rank || cells.count(cell) == 1));
                        ++seen;
                    } else if (!range.holds(site)) {
                        ++beyond;
                    }
                }
            }
        }
    }
    CHECK(seen > 1000);
    CHECK(beyond > 1000);
}

TEST_CASE("the atoms that ranks show are those that their peers see") {
    std::size_t unlike = 0;
    for (const Geometry& g : geometries()) {
        INFO(g.name);
        std::vector<std::int64_t> atoms(static_cast<std::size_t>(g.grid.total()));
        for (std::size_t cell = 0; cell < atoms.size(); ++cell)
            atoms[cell] = static_cast<std::int64_t>(cell * cell % 17);
        for (const Partition& partition : partitions(g.grid)) {
            std::int64_t seen = 0;
            std::int64_t shown = 0;
            for (Rank rank = 0; rank < 4; ++rank) {
                RankLayout layout = layout_of(partition, g, rank);
                count_halo(atoms, layout);
                seen += layout.seen_atoms;
                shown += layout.shown_atoms;
                unlike += layout.seen_atoms != layout.shown_atoms ? 1 : 0;
                std::int64_t one_by_one = 0;
                for (std::size_t cell = 0; cell < atoms.size(); ++cell)
                    for (const SeenCell& c : layout.seen)
                        one_by_one += c.cell == static_cast<std::int64_t>(cell) ? atoms[cell] : 0;
                CHECK(layout.seen_atoms == one_by_one);
            }
            CHECK(seen == shown);
        }
    }
    CHECK(unlike > 0);
}

TEST_CASE("a layout in which a rank has no cell is refused") {
    const Geometry g = geometries().front();
    const Brick all{{0, 0, 0}, g.grid.count};
    const Partition partition(g.grid, {all, Brick{{0, 0, 0}, {0, 0, 0}}});
    CHECK_THROWS_AS(layout_of(partition, g, 0), InputError);
    CHECK_THROWS_AS(layout_of(partition, g, 1), InputError);
}
