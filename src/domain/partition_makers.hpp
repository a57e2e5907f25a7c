// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "domain/cell_weights.hpp"
#include "domain/partition.hpp"

namespace mdsim {

/// How many ranks stand side by side in each direction.
using RankGrid = std::array<int, 3>;

/// Every way to lay `ranks` ranks out as a grid, in lexical order.
std::vector<RankGrid> rank_grids(int ranks);

/// Equal bricks up to one cell in each direction; x runs fastest over the ranks.
std::vector<Brick> regular_bricks(const CellGrid& grid, const RankGrid& ranks);

/// A grid of bricks whose planes stand where the weights of the slabs come out most equal.
std::vector<Brick> planes_bricks(const CellWeights& weights, const RankGrid& ranks);

/// Halves box and ranks again and again, across the longest side, in proportion to the weights.
///
/// Serves any number of ranks; where ranks outnumber cells some get an empty brick. `cell_heights`
/// are those of one cell [length].
std::vector<Brick> bisection_bricks(const CellWeights& weights, int ranks,
                                    const Vec3<double>& cell_heights);

/// Bricks cut at random places, now and then empty ones, for tests; a pure function of its
/// arguments.
std::vector<Brick> random_bricks(const CellGrid& grid, int ranks, std::uint64_t seed,
                                 std::uint64_t number);

inline Partition regular_partition(const CellGrid& grid, const RankGrid& ranks) {
    return Partition(grid, regular_bricks(grid, ranks));
}

inline Partition planes_partition(const CellWeights& weights, const RankGrid& ranks) {
    return Partition(weights.grid(), planes_bricks(weights, ranks));
}

inline Partition bisection_partition(const CellWeights& weights, int ranks,
                                     const Vec3<double>& cell_heights) {
    return Partition(weights.grid(), bisection_bricks(weights, ranks, cell_heights));
}

inline Partition random_partition(const CellGrid& grid, int ranks, std::uint64_t seed,
                                  std::uint64_t number) {
    return Partition(grid, random_bricks(grid, ranks, seed, number));
}

} // namespace mdsim
