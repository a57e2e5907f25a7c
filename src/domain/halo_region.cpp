// SPDX-License-Identifier: BSD-3-Clause
#include "domain/halo_region.hpp"

#include <algorithm>
#include <cmath>

#include "core/contract.hpp"

namespace mdsim {

namespace {

constexpr std::int64_t whole = std::int64_t{1} << 32;
constexpr std::int64_t lost_bits = 2;

} // namespace

Vec3<std::int64_t> range_in_fractions(const Box& box, double range) {
    MDSIM_REQUIRE(range >= 0);
    const Vec3<double> heights = box.heights();
    Vec3<std::int64_t> units;
    for (int d = 0; d < 3; ++d) {
        const double part = std::min(1.0, range / heights[d]);
        units[d] = static_cast<std::int64_t>(std::ceil(part * static_cast<double>(whole)));
        units[d] = std::min(whole, units[d] + lost_bits);
    }
    return units;
}

Vec3<int> range_in_cells(const CellGrid& grid, const Box& box, double range) {
    const Vec3<std::int64_t> units = range_in_fractions(box, range);
    Vec3<int> cells;
    for (int d = 0; d < 3; ++d) {
        const std::int64_t thinnest_cell = whole / grid.count[d];
        cells[d] = static_cast<int>(units[d] / thinnest_cell) + 1;
    }
    return cells;
}

HaloRegion::HaloRegion(const CellGrid& grid, const Brick& brick, const Vec3<int>& range,
                       const std::array<bool, 3>& periodic) {
    for (int d = 0; d < 3; ++d) {
        const std::size_t i = static_cast<std::size_t>(d);
        const int n = grid.count[d];
        inside_[i].assign(static_cast<std::size_t>(n), 0);
        if (brick.empty()) continue;
        // More than one turn around the box adds nothing.
        const int lo = std::max(brick.lo[d] - range[d], brick.lo[d] - n);
        const int hi = std::min(brick.hi[d] + range[d], brick.hi[d] + n);
        for (int c = lo; c < hi; ++c)
            if (periodic[i] || (0 <= c && c < n))
                inside_[i][static_cast<std::size_t>((c + n) % n)] = 1;
        for (int c = 0; c < n; ++c)
            if (inside(d, c)) coordinates_[i].push_back(c);
    }
}

std::vector<std::int64_t> seen_cells(const CellGrid& grid, const Brick& brick,
                                     const Vec3<int>& range, const std::array<bool, 3>& periodic) {
    const HaloRegion region(grid, brick, range, periodic);
    std::vector<std::int64_t> cells;
    for (const int z : region.coordinates(2))
        for (const int y : region.coordinates(1))
            for (const int x : region.coordinates(0))
                if (!brick.contains({x, y, z})) cells.push_back(grid.index({x, y, z}));
    return cells;
}

RangeTest::RangeTest(const CellGrid& grid, const Box& box, double range, const Brick& brick)
    : range_(range_in_fractions(box, range)), periodic_(box.periodic), empty_(brick.empty()) {
    const Vec3<double> heights = box.heights();
    for (int d = 0; d < 3; ++d) {
        const std::int64_t n = grid.count[d];
        first_[d] = brick.lo[d] * whole / n;
        last_[d] = (brick.hi[d] * whole + n - 1) / n - 1;
        const bool euclidean = box.orthorhombic() && range > 0;
        weight_[d] = euclidean ? heights[d] / (range * static_cast<double>(whole)) : 0.0;
    }
}

std::int64_t RangeTest::distance(int d, std::uint32_t u) const {
    const std::int64_t place = u;
    if (first_[d] <= place && place <= last_[d]) return 0;
    const std::int64_t below = first_[d] - place;
    const std::int64_t above = place - last_[d];
    if (!periodic_[static_cast<std::size_t>(d)]) return std::max(below, above);
    return std::min(below < 0 ? below + whole : below, above < 0 ? above + whole : above);
}

bool RangeTest::near(const Vec3<std::uint32_t>& u) const {
    if (empty_) return false;
    double square = 0;
    for (int d = 0; d < 3; ++d) {
        const std::int64_t away = distance(d, u[d]);
        if (away > range_[d]) return false;
        const double part =
            static_cast<double>(std::max<std::int64_t>(0, away - lost_bits)) * weight_[d];
        square += part * part;
    }
    return square <= 1 + 1e-6;
}

} // namespace mdsim
