// SPDX-License-Identifier: BSD-3-Clause
#include "domain/choose_partition.hpp"

#include <algorithm>
#include <utility>

#include "core/contract.hpp"

namespace mdsim {

namespace {

/// A regular grid this well balanced is preferred to anything cleverer.
constexpr double regular_is_good = 1.05;
/// Imbalances closer than this count as equal.
constexpr double equal_imbalance = 0.01;

/// One or two pieces of the interval [lo, hi), in cells, brought back into the box.
std::vector<std::array<double, 2>> wrapped(double lo, double hi, int cells, bool periodic) {
    const double end = cells;
    if (hi - lo >= end) return {{0.0, end}};
    if (lo < 0 && periodic) return {{0.0, hi}, {lo + end, end}};
    if (hi > end && periodic) return {{lo, end}, {0.0, hi - end}};
    return {{std::max(lo, 0.0), std::min(hi, end)}};
}

/// The weight within `margin` (in cells) of a brick, the brick included.
double weight_around(const Brick& brick, const CellWeights& weights, const Box& box,
                     const Vec3<double>& margin) {
    std::array<std::vector<std::array<double, 2>>, 3> pieces;
    for (int d = 0; d < 3; ++d)
        pieces[static_cast<std::size_t>(d)] =
            wrapped(brick.lo[d] - margin[d], brick.hi[d] + margin[d], weights.grid().count[d],
                    box.periodic[static_cast<std::size_t>(d)]);
    double sum = 0;
    for (const auto& x : pieces[0])
        for (const auto& y : pieces[1])
            for (const auto& z : pieces[2])
                sum += weights.of(Vec3<double>{x[0], y[0], z[0]}, Vec3<double>{x[1], y[1], z[1]});
    return sum;
}

bool fits(const RankGrid& wanted, const RankGrid& grid) {
    for (std::size_t d = 0; d < 3; ++d)
        if (wanted[d] != 0 && wanted[d] != grid[d]) return false;
    return true;
}

/// Keeps the best of the candidates it is shown; earlier ones win a tie.
class Contest {
  public:
    Contest(const CellWeights& weights, const Box& box, double range)
        : weights_(weights), box_(box), range_(range) {}

    void enter(std::vector<Brick> candidate, LayoutKind layout, const RankGrid& ranks) {
        PartitionForecast outlook = forecast(candidate, weights_, box_, range_);
        outlook.layout = layout;
        outlook.ranks = ranks;
        if (bricks_.empty() || better(outlook, best_)) {
            bricks_ = std::move(candidate);
            best_ = std::move(outlook);
        }
    }
    /// Whether the best so far is balanced well enough to need no rival.
    bool is_decided() const { return !bricks_.empty() && best_.imbalance <= regular_is_good; }
    ChosenPartition winner() const {
        MDSIM_REQUIRE(!bricks_.empty());
        return {Partition(weights_.grid(), bricks_), best_};
    }

  private:
    static bool better(const PartitionForecast& a, const PartitionForecast& b) {
        const bool both_good = std::max(a.imbalance, b.imbalance) <= regular_is_good;
        if (!both_good && a.imbalance < b.imbalance * (1 - equal_imbalance)) return true;
        if (!both_good && b.imbalance < a.imbalance * (1 - equal_imbalance)) return false;
        return a.halo_total < b.halo_total;
    }

    const CellWeights& weights_;
    const Box& box_;
    double range_;
    std::vector<Brick> bricks_;
    PartitionForecast best_;
};

} // namespace

Vec3<double> cell_heights(const CellGrid& grid, const Box& box) {
    const Vec3<double> heights = box.heights();
    return {heights.x / grid.count.x, heights.y / grid.count.y, heights.z / grid.count.z};
}

PartitionForecast forecast(const std::vector<Brick>& bricks, const CellWeights& weights,
                           const Box& box, double range) {
    PartitionForecast outlook;
    const Vec3<double> heights = cell_heights(weights.grid(), box);
    const Vec3<double> margin{range / heights.x, range / heights.y, range / heights.z};
    std::int64_t largest = 0;
    for (const Brick& brick : bricks) {
        const std::int64_t weight = weights.of(brick);
        const double halo = brick.empty() ? 0.0
                                          : weight_around(brick, weights, box, margin) -
                                                static_cast<double>(weight);
        largest = std::max(largest, weight);
        outlook.weight.push_back(weight);
        outlook.halo.push_back(std::max(0.0, halo));
        outlook.halo_total += outlook.halo.back();
    }
    const double mean = static_cast<double>(weights.total()) / static_cast<double>(bricks.size());
    outlook.imbalance = mean > 0 ? static_cast<double>(largest) / mean : 1.0;
    return outlook;
}

bool rank_grid_exists(const RankGrid& wanted, int ranks) {
    const std::vector<RankGrid> grids = rank_grids(ranks);
    return std::any_of(grids.begin(), grids.end(),
                       [&](const RankGrid& grid) { return fits(wanted, grid); });
}

ChosenPartition choose_partition(const PartitionRequest& request, const CellWeights& weights,
                                 const Box& box, double range, int ranks) {
    const CellGrid& grid = weights.grid();
    const bool free_choice = request.layout == LayoutKind::automatic;
    Contest contest(weights, box, range);
    std::vector<RankGrid> rank_grid;
    for (const RankGrid& candidate : rank_grids(ranks))
        if (fits(request.ranks, candidate)) rank_grid.push_back(candidate);
    if (free_choice || request.layout == LayoutKind::grid)
        for (const RankGrid& r : rank_grid)
            contest.enter(regular_bricks(grid, r), LayoutKind::grid, r);
    if (free_choice && contest.is_decided()) return contest.winner();
    if (free_choice || request.layout == LayoutKind::planes)
        for (const RankGrid& r : rank_grid)
            contest.enter(planes_bricks(weights, r), LayoutKind::planes, r);
    if (free_choice || request.layout == LayoutKind::bisection)
        contest.enter(bisection_bricks(weights, ranks, cell_heights(grid, box)),
                      LayoutKind::bisection, {0, 0, 0});
    return contest.winner();
}

} // namespace mdsim
