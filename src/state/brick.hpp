// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/vec3.hpp"
#include "state/cell_grid.hpp"

namespace mdsim {

/// A block of whole cells: lo <= c < hi in every direction; empty where hi <= lo in one of them.
struct Brick {
    Vec3<int> lo;
    Vec3<int> hi;

    int extent(int d) const { return std::max(0, hi[d] - lo[d]); }
    std::int64_t cells() const {
        return std::int64_t{extent(0)} * std::int64_t{extent(1)} * std::int64_t{extent(2)};
    }
    bool empty() const { return cells() == 0; }
    bool contains(const Vec3<int>& c) const {
        return lo.x <= c.x && c.x < hi.x && lo.y <= c.y && c.y < hi.y && lo.z <= c.z && c.z < hi.z;
    }
    /// Whether all of it is cells of a grid.
    bool is_inside(const CellGrid& grid) const {
        return lo.x >= 0 && lo.y >= 0 && lo.z >= 0 && hi.x <= grid.count.x &&
               hi.y <= grid.count.y && hi.z <= grid.count.z;
    }
    friend bool operator==(const Brick& a, const Brick& b) { return a.lo == b.lo && a.hi == b.hi; }
};

/// Calls `act` with the coordinates of every cell of a brick, in the order of the global grid.
template <class Act> void for_each_cell(const Brick& brick, Act act) {
    for (int z = brick.lo.z; z < brick.hi.z; ++z)
        for (int y = brick.lo.y; y < brick.hi.y; ++y)
            for (int x = brick.lo.x; x < brick.hi.x; ++x) act(Vec3<int>{x, y, z});
}

} // namespace mdsim
