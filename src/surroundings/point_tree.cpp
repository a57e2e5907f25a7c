// SPDX-License-Identifier: BSD-3-Clause
#include "surroundings/point_tree.hpp"

#include <utility>

#include "core/parallel.hpp"

namespace mdsim {

namespace {

constexpr std::size_t most_in_leaf = 8;

PointBounds bounds_of(std::span<const TreePoint> points) {
    MDSIM_EXPECT(!points.empty());
    PointBounds bounds{points.front().x, points.front().x};
    for (const TreePoint& p : points) {
        bounds.low = {std::min(bounds.low.x, p.x.x), std::min(bounds.low.y, p.x.y),
                      std::min(bounds.low.z, p.x.z)};
        bounds.high = {std::max(bounds.high.x, p.x.x), std::max(bounds.high.y, p.x.y),
                       std::max(bounds.high.z, p.x.z)};
    }
    return bounds;
}

PointBounds around(const PointBounds& a, const PointBounds& b) {
    return {
        {std::min(a.low.x, b.low.x), std::min(a.low.y, b.low.y), std::min(a.low.z, b.low.z)},
        {std::max(a.high.x, b.high.x), std::max(a.high.y, b.high.y), std::max(a.high.z, b.high.z)}};
}

/// The direction of the longest side.
int longest_side(const PointBounds& bounds) {
    const Vec3<double> sides = bounds.high - bounds.low;
    if (sides.x >= sides.y && sides.x >= sides.z) return 0;
    return sides.y >= sides.z ? 1 : 2;
}

} // namespace

PointTree::PointTree(std::vector<TreePoint> points) : points_(std::move(points)) {
    MDSIM_REQUIRE(!points_.empty());
    while ((points_.size() >> levels_) > most_in_leaf) ++levels_;
    for (std::size_t level = 0; level < levels_; ++level)
        parallel_for(std::size_t{1} << level,
                     [&](std::size_t part, std::size_t) { halve(part, level); });
    for (std::size_t part = 0; part <= leaves(); ++part) begin_.push_back(begin_of(part, levels_));
    find_bounds();
}

std::size_t PointTree::begin_of(std::size_t part, std::size_t level) const {
    // The product of both would overflow where there are more than 2^32 points.
    const std::size_t whole = points_.size() >> level;
    const std::size_t rest = points_.size() - (whole << level);
    return whole * part + ((rest * part) >> level);
}

void PointTree::halve(std::size_t part, std::size_t level) {
    const auto at = [&](std::size_t index) {
        return points_.begin() + static_cast<std::ptrdiff_t>(index);
    };
    const std::size_t first = begin_of(part, level);
    const std::size_t middle = begin_of(2 * part + 1, level + 1);
    const std::size_t end = begin_of(part + 1, level);
    const int d = longest_side(bounds_of(std::span(points_).subspan(first, end - first)));
    std::nth_element(at(first), at(middle), at(end),
                     [d](const TreePoint& a, const TreePoint& b) { return a.x[d] < b.x[d]; });
}

void PointTree::find_bounds() {
    bounds_.resize(2 * leaves());
    parallel_for(leaves(), [&](std::size_t i, std::size_t) {
        bounds_[leaves() + i] = bounds_of(leaf(leaves() + i));
    });
    for (std::size_t node = leaves() - 1; node > 0; --node)
        bounds_[node] = around(bounds_[2 * node], bounds_[2 * node + 1]);
}

} // namespace mdsim
