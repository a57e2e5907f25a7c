// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/contract.hpp"
#include "core/vec3.hpp"

namespace mdsim {

/// A point of a tree, and the number by which its owner knows it.
struct TreePoint {
    Vec3<double> x; ///< [length]
    std::int64_t id = 0;
};

/// The smallest box along the axes around some points [length].
struct PointBounds {
    Vec3<double> low;
    Vec3<double> high;

    /// The square of the distance from a place to the box, 0 inside of it [length^2].
    double distance2(const Vec3<double>& from) const {
        const auto outside = [](double x, double begin, double end) {
            return std::max(0.0, std::max(begin - x, x - end));
        };
        const Vec3<double> way{outside(from.x, low.x, high.x), outside(from.y, low.y, high.y),
                               outside(from.z, low.z, high.z)};
        return dot(way, way);
    }
};

/// Points in an order in which near ones lie together, halved again and again across the longest
/// side of what they fill: a k-d tree (J. L. Bentley, Commun. ACM 18, 509, 1975). Density does not
/// matter to it, nor how much of a box is empty.
class PointTree {
  public:
    /// Sorts the points, on all threads; at least one.
    explicit PointTree(std::vector<TreePoint> points);

    std::span<const TreePoint> points() const { return points_; }

    /// The box around all points.
    const PointBounds& bounds() const { return bounds_[1]; }

    /// Calls visitor.take(point) for all points but those of parts that are farther from `from`
    /// than visitor.limit() [length^2], which may shrink meanwhile. Near parts come first.
    template <class Visitor> void visit(const Vec3<double>& from, Visitor& visitor) const {
        struct Open {
            std::size_t node;
            double distance2;
        };
        std::array<Open, most_levels + 1> open;
        std::size_t count = 0;
        open[count++] = {1, bounds_[1].distance2(from)};
        while (count > 0) {
            const Open next = open[--count];
            if (next.distance2 > visitor.limit()) continue;
            if (next.node >= leaves()) {
                for (const TreePoint& point : leaf(next.node)) visitor.take(point);
                continue;
            }
            Open near{2 * next.node, bounds_[2 * next.node].distance2(from)};
            Open far{2 * next.node + 1, bounds_[2 * next.node + 1].distance2(from)};
            if (far.distance2 < near.distance2) std::swap(near, far);
            open[count++] = far;
            open[count++] = near;
        }
    }

  private:
    static constexpr std::size_t most_levels = 62;

    /// The first leaf, and the number of leaves: a node n has the children 2 n and 2 n + 1.
    std::size_t leaves() const { return std::size_t{1} << levels_; }

    /// Where part `part` of 2^level begins.
    std::size_t begin_of(std::size_t part, std::size_t level) const;
    std::span<const TreePoint> leaf(std::size_t node) const {
        MDSIM_EXPECT(node >= leaves() && node < 2 * leaves());
        const std::size_t first = begin_[node - leaves()];
        return std::span(points_).subspan(first, begin_[node - leaves() + 1] - first);
    }
    void halve(std::size_t part, std::size_t level);
    void find_bounds();

    std::vector<TreePoint> points_;
    std::size_t levels_ = 0;          ///< of halving
    std::vector<std::size_t> begin_;  ///< of each leaf, and the end of the last
    std::vector<PointBounds> bounds_; ///< of each node, from 1 on
};

} // namespace mdsim
