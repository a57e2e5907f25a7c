// SPDX-License-Identifier: BSD-3-Clause
#include "domain/cell_weights.hpp"

#include <algorithm>
#include <cmath>

#include "core/contract.hpp"

namespace mdsim {

namespace {

std::size_t corners(const CellGrid& grid) {
    return static_cast<std::size_t>(grid.count.x + 1) * static_cast<std::size_t>(grid.count.y + 1) *
           static_cast<std::size_t>(grid.count.z + 1);
}

} // namespace

CellWeights::CellWeights(const CellGrid& grid, std::span<const std::int64_t> weights)
    : grid_(grid), sums_(corners(grid), 0) {
    MDSIM_REQUIRE(weights.size() == static_cast<std::size_t>(grid.total()));
    const Vec3<std::int64_t> n{grid.count.x + 1, grid.count.y + 1, grid.count.z + 1};
    for_each_cell({{0, 0, 0}, grid.count}, [&](const Vec3<int>& c) {
        const std::int64_t weight = weights[static_cast<std::size_t>(grid.index(c))];
        MDSIM_REQUIRE(weight >= 0);
        sums_[static_cast<std::size_t>(c.x + 1 + n.x * (c.y + 1 + n.y * (c.z + 1)))] = weight;
    });
    accumulate();
}

CellWeights::CellWeights(const CellGrid& grid)
    : CellWeights(grid, std::vector<std::int64_t>(static_cast<std::size_t>(grid.total()), 1)) {}

void CellWeights::accumulate() {
    const Vec3<int> n{grid_.count.x + 1, grid_.count.y + 1, grid_.count.z + 1};
    const std::size_t row = static_cast<std::size_t>(n.x);
    const std::size_t layer = row * static_cast<std::size_t>(n.y);
    for (std::size_t i = 1; i < sums_.size(); ++i)
        if (i % row != 0) sums_[i] += sums_[i - 1];
    for (std::size_t i = row; i < sums_.size(); ++i)
        if (i % layer >= row) sums_[i] += sums_[i - row];
    for (std::size_t i = layer; i < sums_.size(); ++i) sums_[i] += sums_[i - layer];
}

std::int64_t CellWeights::of(const Brick& brick) const {
    if (brick.empty()) return 0;
    const Vec3<int>& a = brick.lo;
    const Vec3<int>& b = brick.hi;
    const std::int64_t upper = below(Vec3<int>{b.x, b.y, b.z}) - below(Vec3<int>{a.x, b.y, b.z}) -
                               below(Vec3<int>{b.x, a.y, b.z}) + below(Vec3<int>{a.x, a.y, b.z});
    const std::int64_t lower = below(Vec3<int>{b.x, b.y, a.z}) - below(Vec3<int>{a.x, b.y, a.z}) -
                               below(Vec3<int>{b.x, a.y, a.z}) + below(Vec3<int>{a.x, a.y, a.z});
    return upper - lower;
}

double CellWeights::below(const Vec3<double>& c) const {
    Vec3<int> base;
    Vec3<double> part;
    for (int d = 0; d < 3; ++d) {
        base[d] = std::clamp(static_cast<int>(std::floor(c[d])), 0, grid_.count[d] - 1);
        part[d] = std::clamp(c[d] - base[d], 0.0, 1.0);
    }
    double sum = 0;
    for (int corner = 0; corner < 8; ++corner) {
        const Vec3<int> up{corner & 1, (corner >> 1) & 1, corner >> 2};
        double share = 1;
        for (int d = 0; d < 3; ++d) share *= up[d] == 1 ? part[d] : 1 - part[d];
        sum += share * static_cast<double>(below(base + up));
    }
    return sum;
}

double CellWeights::of(const Vec3<double>& lo, const Vec3<double>& hi) const {
    double sum = 0;
    for (int corner = 0; corner < 8; ++corner) {
        const Vec3<int> up{corner & 1, (corner >> 1) & 1, corner >> 2};
        Vec3<double> c;
        for (int d = 0; d < 3; ++d) c[d] = up[d] == 1 ? hi[d] : lo[d];
        const int lows = 3 - up.x - up.y - up.z;
        sum += (lows % 2 == 0 ? 1.0 : -1.0) * below(c);
    }
    return sum;
}

} // namespace mdsim
