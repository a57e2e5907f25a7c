// SPDX-License-Identifier: BSD-3-Clause
#include "input/structure/insertion_grid.hpp"

#include <algorithm>
#include <cmath>

#include "core/contract.hpp"
#include "core/cube_root.hpp"

namespace mdsim::source {

namespace {

/// Whether fractions are in [0, 1) in the directions that repeat.
[[maybe_unused]] bool is_wrapped(const Vec3<double>& fraction, const Box& box) {
    for (int k = 0; k < 3; ++k)
        if (box.periodic[static_cast<std::size_t>(k)] && !(fraction[k] >= 0 && fraction[k] < 1))
            return false;
    return true;
}

} // namespace

InsertionGrid::InsertionGrid(const Box& box, double distance, std::int64_t points)
    : box_(box), square_(distance * distance) {
    MDSIM_EXPECT(distance > 0 && points >= 0);
    const double most = std::ceil(2.0 * cube_root(static_cast<double>(points)));
    const Vec3<double> heights = box.heights();
    std::size_t total = 1;
    for (int k = 0; k < 3; ++k) {
        MDSIM_EXPECT(!box.periodic[static_cast<std::size_t>(k)] || heights[k] >= distance);
        const double fitting = std::floor(heights[k] / distance * (1.0 - 1e-12));
        cells_[static_cast<std::size_t>(k)] =
            static_cast<std::int64_t>(std::clamp(fitting, 1.0, std::max(most, 1.0)));
        total *= static_cast<std::size_t>(cells_[static_cast<std::size_t>(k)]);
    }
    head_.assign(total, -1);
    next_.reserve(static_cast<std::size_t>(points));
    fraction_.reserve(static_cast<std::size_t>(points));
}

InsertionGrid::Cell InsertionGrid::cell_of(const Vec3<double>& fraction) const {
    Cell cell{};
    for (std::size_t k = 0; k < 3; ++k) {
        const double scaled = fraction[static_cast<int>(k)] * static_cast<double>(cells_[k]);
        cell[k] = std::clamp(static_cast<std::int64_t>(scaled), std::int64_t{0}, cells_[k] - 1);
    }
    return cell;
}

std::size_t InsertionGrid::index(const Cell& cell) const {
    MDSIM_EXPECT(0 <= cell[0] && cell[0] < cells_[0] && 0 <= cell[1] && cell[1] < cells_[1]);
    MDSIM_EXPECT(0 <= cell[2] && cell[2] < cells_[2]);
    return static_cast<std::size_t>((cell[2] * cells_[1] + cell[1]) * cells_[0] + cell[0]);
}

bool InsertionGrid::meets(const Vec3<double>& fraction, const Cell& cell) const {
    Cell inside = cell;
    Vec3<double> shift;
    for (std::size_t k = 0; k < 3; ++k) {
        const std::int64_t boxes = cell[k] < 0 ? -1 : (cell[k] >= cells_[k] ? 1 : 0);
        if (boxes != 0 && !box_.periodic[k]) return false;
        inside[k] -= boxes * cells_[k];
        shift[static_cast<int>(k)] = static_cast<double>(boxes);
    }
    for (std::int64_t i = head_[index(inside)]; i >= 0; i = next_[static_cast<std::size_t>(i)]) {
        const Vec3<double> gap =
            (fraction_[static_cast<std::size_t>(i)] + shift - fraction) * box_.edges;
        if (dot(gap, gap) < square_) return true;
    }
    return false;
}

bool InsertionGrid::is_free(const Vec3<double>& fraction) const {
    MDSIM_EXPECT(is_wrapped(fraction, box_));
    const Cell home = cell_of(fraction);
    for (int turn = 0; turn < 27; ++turn) {
        const int n = (turn + 13) % 27; // the home cell first: it holds most of the hindrances
        const Cell cell{home[0] + n % 3 - 1, home[1] + n / 3 % 3 - 1, home[2] + n / 9 - 1};
        if (meets(fraction, cell)) return false;
    }
    return true;
}

void InsertionGrid::add(const Vec3<double>& fraction) {
    MDSIM_EXPECT(fraction_.size() < next_.capacity());
    std::int64_t& head = head_[index(cell_of(fraction))];
    next_.push_back(head);
    head = static_cast<std::int64_t>(fraction_.size());
    fraction_.push_back(fraction);
}

} // namespace mdsim::source
