// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "core/contract.hpp"
#include "core/cube_root.hpp"
#include "domain/cell_grid.hpp"

namespace mdsim {

namespace {

/// Variance of the number of atoms in a cell over its mean; 0.2 to 0.37 in dense liquids.
constexpr double liquid_variance = 0.3;
/// The part of a step that grows with the halo, beside what grows with the lanes of all tiles.
constexpr double halo_weight = 0.3;
constexpr double least_tiles = 2;
/// Beyond, the tree of a cell is cut in two.
constexpr double most_tiles = 7.9;
constexpr double typical_tiles = 4;
/// How far a count may be from that of cubic cells.
constexpr double widest_choice = 1.6;
/// Below this, cells hold fewer atoms than a tile whatever is chosen.
constexpr int most_odd_count = 3;

bool is_smooth(int n) {
    for (const int factor : {2, 3, 5, 7}) {
        while (n % factor == 0) n /= factor;
    }
    return n == 1;
}

/// Counts for one direction, about the wanted one.
std::vector<int> counts_near(double wanted, double limit) {
    std::vector<int> counts;
    const int first = std::max(1, static_cast<int>(std::ceil(wanted / widest_choice)));
    const int last =
        std::max(1, static_cast<int>(std::floor(std::min(wanted * widest_choice, limit))));
    for (int n = std::min(first, last); n <= last; ++n) {
        if ((n <= most_odd_count || n % 2 == 0) && is_smooth(n)) counts.push_back(n);
    }
    if (counts.empty()) counts.push_back(last);
    return counts;
}

/// The mean number of tiles of a cell with this mean number of atoms.
double expected_tiles(double atoms, int tile) {
    const double spread = std::sqrt(2 * liquid_variance * atoms);
    double tiles = 0;
    for (int k = 0;; ++k) {
        const double more = 0.5 * std::erfc((static_cast<double>(k) * tile - atoms) / spread);
        tiles += more;
        if (static_cast<double>(k) * tile > atoms && more < 1e-6) return tiles;
    }
}

/// Volume within `range` of a piece of a cell that was halved `tiles` times over, each time along
/// its longest side, in units of the volume of the piece.
double halo_of_tile(std::array<double, 3> side, double tiles, double range) {
    for (double pieces = 1; pieces < 0.75 * tiles; pieces *= 2)
        *std::max_element(side.begin(), side.end()) /= 2;
    const double volume = side[0] * side[1] * side[2];
    const double faces = 2 * (side[0] * side[1] + side[1] * side[2] + side[2] * side[0]);
    const double edges = side[0] + side[1] + side[2];
    constexpr double pi = std::numbers::pi;
    return (volume + faces * range + pi * edges * range * range +
            4.0 / 3 * pi * range * range * range) /
           volume;
}

} // namespace

CellGrid choose_tiled_grid(const Box& box, double list_range, std::int64_t total_atoms, int tile) {
    MDSIM_REQUIRE(tile > 0);
    const auto atoms = static_cast<double>(total_atoms);
    const Vec3<double> heights = box.heights();
    const CellGrid cubes =
        choose_grid(box, list_range, total_atoms, static_cast<int>(typical_tiles) * tile);
    std::array<std::vector<int>, 3> choice;
    for (int d = 0; d < 3; ++d) {
        const double limit = std::max(1.0, 3 * heights[d] / list_range);
        choice[static_cast<std::size_t>(d)] = counts_near(cubes.count[d], limit);
    }
    const double side =
        cube_root(heights[0] * heights[1] * heights[2] / std::max(atoms, 1.0) * tile);
    const double best_halo = halo_of_tile({side, side, side}, 1, list_range);
    CellGrid best = cubes;
    double least = std::numeric_limits<double>::infinity();
    for (const int x : choice[0]) {
        for (const int y : choice[1]) {
            for (const int z : choice[2]) {
                const double mean = atoms / (static_cast<double>(x) * y * z);
                if (mean < least_tiles * tile || mean > most_tiles * tile) continue;
                const double tiles = expected_tiles(mean, tile);
                const double halo = halo_of_tile({heights[0] / x, heights[1] / y, heights[2] / z},
                                                 tiles, list_range);
                const double cost =
                    tiles * tile / mean * (1 + halo_weight * (halo / best_halo - 1));
                if (cost < least) {
                    least = cost;
                    best.count = {x, y, z};
                }
            }
        }
    }
    return best;
}

} // namespace mdsim
