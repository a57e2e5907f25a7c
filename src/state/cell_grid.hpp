// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "core/contract.hpp"
#include "core/fraction.hpp"
#include "core/vec3.hpp"
#include "state/particles.hpp"

namespace mdsim {

/// The grid of cells over the whole box, the same on every rank; x runs fastest.
struct CellGrid {
    Vec3<int> count{1, 1, 1};

    std::int64_t total() const {
        return std::int64_t{count.x} * std::int64_t{count.y} * std::int64_t{count.z};
    }
    bool contains(const Vec3<int>& c) const {
        return 0 <= c.x && c.x < count.x && 0 <= c.y && c.y < count.y && 0 <= c.z && c.z < count.z;
    }
    std::int64_t index(const Vec3<int>& c) const {
        MDSIM_EXPECT(contains(c));
        return c.x + std::int64_t{count.x} * (c.y + std::int64_t{count.y} * c.z);
    }
    Vec3<int> coordinates(std::int64_t cell) const {
        MDSIM_EXPECT(0 <= cell && cell < total());
        const std::int64_t row = cell / count.x;
        return {static_cast<int>(cell % count.x), static_cast<int>(row % count.y),
                static_cast<int>(row / count.y)};
    }
    /// The cell that holds an atom; exact, so every rank gives the same answer.
    template <class P> Vec3<int> coordinates_of(const Site<P>& site) const {
        return {interval_of(site.x, count.x), interval_of(site.y, count.y),
                interval_of(site.z, count.z)};
    }
    template <class P> std::int64_t cell_of(const Site<P>& site) const {
        return index(coordinates_of(site));
    }

    friend bool operator==(const CellGrid& a, const CellGrid& b) { return a.count == b.count; }
};

} // namespace mdsim
