// SPDX-License-Identifier: BSD-3-Clause
#include "domain/balance.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/contract.hpp"

namespace mdsim {

namespace {

constexpr int looks_needed = 2;
constexpr int longest_pause = 64;
/// New bricks helped when they removed this part of the excess over perfect balance.
constexpr double enough_gain = 0.25;
/// The factor of a cell whose atoms cost as much as any; no cell is trusted to cost 64 times that.
constexpr std::int64_t average = 1 << 16;
constexpr double least_factor = static_cast<double>(average) / 64;
constexpr double most_factor = static_cast<double>(average) * 64;

std::int64_t microseconds(double seconds) { return std::llround(std::max(0.0, seconds) * 1e6); }

} // namespace

LoadReport measure_load(double busy_seconds, const Communicator& comm) {
    std::vector<std::int64_t> all(static_cast<std::size_t>(comm.size()), 0);
    all[static_cast<std::size_t>(comm.rank())] = microseconds(busy_seconds);
    comm.sum(std::span<std::int64_t>(all));
    const std::int64_t sum = std::accumulate(all.begin(), all.end(), std::int64_t{0});
    const std::int64_t most = *std::max_element(all.begin(), all.end());
    const double mean = static_cast<double>(sum) / comm.size();
    LoadReport load{sum > 0 ? static_cast<double>(most) / mean : 1.0, mean * 1e-6};
    for (const std::int64_t one : all) load.seconds.push_back(static_cast<double>(one) * 1e-6);
    return load;
}

bool BalanceJudge::wants_new_bricks(const LoadReport& load) {
    if (before_ > 0) {
        // The first look at new bricks: double the pause if they were in vain.
        const bool helped = load.imbalance - 1 < (before_ - 1) * (1 - enough_gain);
        next_pause_ = helped ? 1 : std::min(2 * next_pause_, longest_pause);
        pause_ = helped ? 0 : next_pause_;
        before_ = 0;
    }
    if (load.imbalance <= threshold_) {
        looks_above_ = 0;
        next_pause_ = 1;
        pause_ = 0;
        return false;
    }
    ++looks_above_;
    if (pause_ > 0) {
        --pause_;
        return false;
    }
    if (looks_above_ < looks_needed) return false;
    looks_above_ = 0;
    before_ = load.imbalance;
    return true;
}

CostModel::CostModel(const CellGrid& grid)
    : grid_(grid), factor_(static_cast<std::size_t>(grid.total()), average) {}

double CostModel::predicted(const Brick& brick, std::span<const std::int64_t> share) const {
    double sum = 0;
    for_each_cell(brick, [&](const Vec3<int>& c) {
        const std::size_t cell = static_cast<std::size_t>(grid_.index(c));
        sum += static_cast<double>(factor_[cell]) * static_cast<double>(share[cell]);
    });
    return sum;
}

std::vector<std::int64_t> CostModel::update(const Partition& partition,
                                            std::span<const std::int64_t> share,
                                            double busy_seconds, const Communicator& comm) {
    MDSIM_REQUIRE(partition.grid() == grid_ && share.size() == factor_.size());
    const double all = static_cast<double>(comm.sum_of(microseconds(busy_seconds)));
    const double mine = static_cast<double>(microseconds(busy_seconds));
    const Brick& brick = partition.brick(comm.rank());
    const double all_predicted = predicted({{0, 0, 0}, grid_.count}, share);
    const double mine_predicted = predicted(brick, share);
    const bool known = mine_predicted > 0 && all > 0;
    const double ratio = known ? mine / all * (all_predicted / mine_predicted) : 1.0;
    std::vector<std::int64_t> corrected(factor_.size(), 0);
    for_each_cell(brick, [&](const Vec3<int>& c) {
        const std::size_t cell = static_cast<std::size_t>(grid_.index(c));
        const double factor = std::nearbyint(static_cast<double>(factor_[cell]) * ratio);
        corrected[cell] = static_cast<std::int64_t>(std::clamp(factor, least_factor, most_factor));
    });
    comm.sum(std::span<std::int64_t>(corrected));
    factor_ = std::move(corrected);
    std::vector<std::int64_t> weights(factor_.size());
    for (std::size_t cell = 0; cell < weights.size(); ++cell)
        weights[cell] = factor_[cell] * share[cell];
    return weights;
}

std::vector<std::int64_t> atom_weights(const CellGrid& grid, std::span<const LocalCell> cells,
                                       const Communicator& comm) {
    std::vector<std::int64_t> weights(static_cast<std::size_t>(grid.total()), 0);
    for (const LocalCell& cell : cells)
        if (cell.owned) weights[static_cast<std::size_t>(cell.cell)] += cell.count;
    comm.sum(std::span<std::int64_t>(weights));
    return weights;
}

} // namespace mdsim
