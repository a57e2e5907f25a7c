// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/box.hpp"
#include "domain/layout_settings.hpp"
#include "domain/partition_makers.hpp"

namespace mdsim {

/// What the user asks of the partition.
struct PartitionRequest {
    LayoutKind layout = LayoutKind::automatic;
    RankGrid ranks{0, 0, 0}; ///< ranks in each direction, for grid and planes; 0 leaves it open
};

/// What a partition will cost, before a step is run.
struct PartitionForecast {
    LayoutKind layout = LayoutKind::automatic; ///< the one chosen
    RankGrid ranks{0, 0, 0};                   ///< the grid of ranks; zeros for bisection
    std::vector<std::int64_t> weight;          ///< a rank; atoms where the weights are atoms
    std::vector<double> halo; ///< estimated weight that a rank sees but does not own
    double imbalance = 1;     ///< largest over mean weight
    double halo_total = 0;
};

/// A partition with its forecast.
struct ChosenPartition {
    Partition partition;
    PartitionForecast forecast;
};

/// Estimates load and halo of bricks; `range` is the list range [length].
PartitionForecast forecast(const std::vector<Brick>& bricks, const CellWeights& weights,
                           const Box& box, double range);

/// Whether some grid of `ranks` ranks has the wanted ranks in each direction (0: any).
bool rank_grid_exists(const RankGrid& wanted, int ranks);

/// The partition that a request asks for; a pure function of its arguments, the same on every rank.
///
/// Automatic means the regular grid with the smallest halo while its imbalance is at most 1.05,
/// else the most balanced of regular, planes and bisection, of equals (to 1 %) the one with the
/// smallest halo. Throws ContractError where no grid of ranks fits the request: see
/// `rank_grid_exists`.
ChosenPartition choose_partition(const PartitionRequest& request, const CellWeights& weights,
                                 const Box& box, double range, int ranks);

/// The heights of one cell [length].
Vec3<double> cell_heights(const CellGrid& grid, const Box& box);

} // namespace mdsim
