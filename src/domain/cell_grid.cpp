// SPDX-License-Identifier: BSD-3-Clause
#include "domain/cell_grid.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/contract.hpp"
#include "core/cube_root.hpp"

namespace mdsim {

namespace {

/// Cells thinner than this part of the list range cost more in bookkeeping than they save.
constexpr double thinnest = 1.0 / 3.0;
/// How much thinner rounding to a smooth count may make a cell.
constexpr double rounding_slack = 1.2;
/// Far beyond any use, and within reach of 32-bit fractions.
constexpr double most_cells_in_a_direction = 1 << 20;

/// The number 2^a 3^b nearest to `wanted` in logarithm that does not exceed `limit`; at least 1.
int smooth_count(double wanted, double limit) {
    std::int64_t best = 1;
    for (std::int64_t threes = 1; static_cast<double>(threes) <= limit; threes *= 3) {
        for (std::int64_t n = threes; static_cast<double>(n) <= limit; n *= 2) {
            const double off = std::abs(logarithm(static_cast<double>(n) / wanted));
            const double best_off = std::abs(logarithm(static_cast<double>(best) / wanted));
            if (off < best_off || (off == best_off && n < best)) best = n;
        }
    }
    return static_cast<int>(best);
}

/// The root of degree 1, 2 or 3, with the same bits everywhere, as grids must be.
double root(double x, int degree) {
    return degree == 1 ? x : degree == 2 ? square_root(x) : cube_root(x);
}

/// How many cells each direction wants, unrounded: cubes, but where a direction is at its limit.
Vec3<double> wanted_counts(const Vec3<double>& heights, const Vec3<double>& limits, double cells) {
    Vec3<double> wanted{0, 0, 0};
    std::array<bool, 3> fixed{false, false, false};
    for (int pass = 0; pass < 3; ++pass) {
        double volume = 1;
        double left = cells;
        int open = 0;
        for (int d = 0; d < 3; ++d) {
            if (fixed[static_cast<std::size_t>(d)]) {
                left /= wanted[d];
            } else {
                volume *= heights[d];
                ++open;
            }
        }
        if (open == 0) break;
        const double edge = root(volume / std::max(left, 1.0), open);
        for (int d = 0; d < 3; ++d) {
            if (fixed[static_cast<std::size_t>(d)]) continue;
            wanted[d] = std::clamp(heights[d] / edge, 1.0, limits[d]);
            fixed[static_cast<std::size_t>(d)] = wanted[d] != heights[d] / edge;
        }
    }
    return wanted;
}

} // namespace

CellGrid choose_grid(const Box& box, double list_range, std::int64_t total_atoms,
                     int atoms_per_cell) {
    MDSIM_REQUIRE(list_range > 0 && atoms_per_cell > 0);
    const Vec3<double> heights = box.heights();
    const double cells =
        std::max(1.0, static_cast<double>(total_atoms) / static_cast<double>(atoms_per_cell));
    Vec3<double> limits;
    for (int d = 0; d < 3; ++d) {
        MDSIM_REQUIRE(heights[d] > 0);
        limits[d] =
            std::clamp(heights[d] / (thinnest * list_range), 1.0, most_cells_in_a_direction);
    }
    const Vec3<double> wanted = wanted_counts(heights, limits, cells);
    CellGrid grid;
    for (int d = 0; d < 3; ++d)
        grid.count[d] = smooth_count(wanted[d], std::max(1.0, limits[d] * rounding_slack));
    return grid;
}

} // namespace mdsim
