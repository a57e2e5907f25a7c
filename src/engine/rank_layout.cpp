// SPDX-License-Identifier: BSD-3-Clause
#include "engine/rank_layout.hpp"

#include <algorithm>

#include "core/contract.hpp"
#include "core/error.hpp"
#include "domain/halo_region.hpp"
#include "ops/pair_search.hpp"

namespace mdsim {

namespace {

/// The cells of `owner` that lie in a region, ascending.
void add_cells(const Partition& partition, Rank owner, const HaloRegion& region, Rank peer,
               std::vector<SeenCell>& cells) {
    for_each_cell(partition.brick(owner), [&](const Vec3<int>& c) {
        if (region.contains(c)) cells.push_back({peer, partition.grid().index(c)});
    });
}

} // namespace

void count_halo(std::span<const std::int64_t> atoms_of_cell, RankLayout& layout) {
    MDSIM_EXPECT(atoms_of_cell.size() == layout.owner.size());
    const auto count = [&](const std::vector<SeenCell>& cells) {
        std::int64_t atoms = 0;
        for (const SeenCell& c : cells) atoms += atoms_of_cell[static_cast<std::size_t>(c.cell)];
        return atoms;
    };
    layout.seen_atoms = count(layout.seen);
    layout.shown_atoms = count(layout.shown);
}

RankLayout rank_layout(const Partition& partition, const SimulationSetup& setup,
                       const BoxState& box, Rank rank) {
    MDSIM_EXPECT(0 <= rank && rank < partition.ranks());
    const CellGrid& grid = box.frame.grid;
    MDSIM_EXPECT(partition.grid() == grid);
    const std::vector<Brick>& bricks = partition.bricks();
    if (std::any_of(bricks.begin(), bricks.end(), [](const Brick& b) { return b.empty(); }))
        throw InputError("parallel.layout", "a rank has no cell: use fewer ranks");
    RankLayout layout;
    layout.total_atoms = setup.domain.total_atoms;
    // In the smallest box of the frame; lists take the pairs that are near enough.
    const double range =
        (setup.domain.list_range + searched_skins * setup.skin) / (1 - setup.box_window());
    const bool right_angles = !setup.box_changes && box.frame.box.orthorhombic();
    for (const Brick& brick : bricks)
        layout.ranges.emplace_back(brick, grid, box.frame.box.heights(), range, right_angles);
    for (std::int64_t cell = 0; cell < grid.total(); ++cell)
        layout.owner.push_back(partition.owner(cell));
    for_each_cell(partition.brick(rank),
                  [&](const Vec3<int>& c) { layout.owned.push_back(grid.index(c)); });
    const Vec3<int> range_cells = range_in_cells(grid, box.frame.box, range);
    const auto region_of = [&](Rank of) {
        return HaloRegion(grid, partition.brick(of), range_cells, box.frame.box.periodic);
    };
    const HaloRegion mine = region_of(rank);
    for (Rank peer = 0; peer < partition.ranks(); ++peer) {
        if (peer == rank) continue;
        add_cells(partition, rank, region_of(peer), peer, layout.shown);
        add_cells(partition, peer, mine, peer, layout.seen);
    }
    return layout;
}

} // namespace mdsim
