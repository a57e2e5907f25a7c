// SPDX-License-Identifier: BSD-3-Clause
#include "setup/local_density.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <span>

#include "core/contract.hpp"

namespace mdsim {

namespace {

/// A block is a cell and its neighbours, so many cells along each direction.
constexpr double cells_of_block = 3;

/// Cells along one direction of the box, between the outermost atoms or all around.
struct Axis {
    double low = 0;   ///< where the first begins [edge]
    double width = 1; ///< of one [edge]
    int count = 1;
    bool wraps = false;

    int cell(double s) const {
        return std::clamp(static_cast<int>((s - low) / width), 0, count - 1);
    }
};

/// Where atoms are along one direction [edge].
struct Extent {
    double low = 0;
    double high = 0;
    bool periodic = false;
};

double placed(double s, bool periodic) { return periodic ? s - std::floor(s) : s; }

std::array<Extent, 3> extents_of(const Structure& structure, const Communicator& comm) {
    constexpr double far = std::numeric_limits<double>::infinity();
    std::array<Extent, 3> extents;
    for (int d = 0; d < 3; ++d) {
        const bool periodic = structure.box.periodic[static_cast<std::size_t>(d)];
        double low = far;
        double high = -far;
        for (const Vec3<double>& x : structure.position) {
            const double s = placed(structure.box.to_fraction(x)[d], periodic);
            low = std::min(low, s);
            high = std::max(high, s);
        }
        extents[static_cast<std::size_t>(d)] = {comm.min_of(low), comm.max_of(high), periodic};
    }
    return extents;
}

/// How many cells of this width [edge] there are, unrounded.
double cells_along(const Extent& e, double width) {
    return std::min(1.0, e.high - e.low) / width + 1;
}

Axis axis_of(const Extent& e, double width) {
    if (e.periodic && e.high - e.low > 1 - width) {
        const int count = std::max(1, static_cast<int>(std::lround(1 / width)));
        return {0, 1.0 / count, count, true};
    }
    return {e.low, width, static_cast<int>((e.high - e.low) / width) + 1, false};
}

/// Cells of this edge [length], or larger ones where there would be more than `most`.
std::array<Axis, 3> axes_of(const Structure& structure, double edge, double most,
                            const Communicator& comm) {
    const std::array<Extent, 3> extents = extents_of(structure, comm);
    const Vec3<double> heights = structure.box.heights();
    const auto cells = [&] {
        double product = 1;
        for (int d = 0; d < 3; ++d)
            product *= cells_along(extents[static_cast<std::size_t>(d)], edge / heights[d]);
        return product;
    };
    while (cells() > most) edge *= std::max(1.1, 0.5 * std::cbrt(cells() / most));
    std::array<Axis, 3> axes;
    for (std::size_t d = 0; d < 3; ++d)
        axes[d] = axis_of(extents[d], edge / heights[static_cast<int>(d)]);
    return axes;
}

std::size_t total(const std::array<Axis, 3>& axes) {
    std::size_t cells = 1;
    for (const Axis& axis : axes) cells *= static_cast<std::size_t>(axis.count);
    return cells;
}

/// The atoms of each type in each cell, of all ranks; a type after the other.
std::vector<std::int64_t> count_in_cells(const Structure& structure, std::size_t types,
                                         const std::array<Axis, 3>& axes,
                                         const Communicator& comm) {
    std::vector<std::int64_t> counts(types * total(axes), 0);
    for (std::size_t i = 0; i < structure.position.size(); ++i) {
        const Vec3<double> s = structure.box.to_fraction(structure.position[i]);
        std::size_t place = structure.type[i];
        MDSIM_EXPECT(place < types);
        for (std::size_t d = 3; d-- > 0;) {
            const Axis& axis = axes[d];
            const double at = placed(s[static_cast<int>(d)], structure.box.periodic[d]);
            place = place * static_cast<std::size_t>(axis.count) +
                    static_cast<std::size_t>(axis.cell(at));
        }
        ++counts[place];
    }
    comm.sum(std::span<std::int64_t>(counts));
    return counts;
}

/// Replaces each number of a row by the sum of it and its two neighbours; `stride` apart.
void sum_of_three(std::int64_t* row, std::size_t stride, const Axis& axis) {
    const auto last = static_cast<std::size_t>(axis.count - 1) * stride;
    const std::int64_t first = row[0];
    std::int64_t before = axis.wraps ? row[last] : 0;
    for (std::size_t at = 0; at <= last; at += stride) {
        const std::int64_t own = row[at];
        const std::int64_t after = at < last ? row[at + stride] : axis.wraps ? first : 0;
        row[at] = before + own + after;
        before = own;
    }
}

/// Turns the counts of cells into those of the blocks around them.
void sum_blocks(std::vector<std::int64_t>& counts, const std::array<Axis, 3>& axes) {
    MDSIM_EXPECT(counts.size() % total(axes) == 0);
    std::size_t stride = 1;
    for (const Axis& axis : axes) {
        const std::size_t span = stride * static_cast<std::size_t>(axis.count);
        for (std::size_t first = 0; first < counts.size(); first += span)
            for (std::size_t k = 0; k < stride; ++k)
                sum_of_three(counts.data() + first + k, stride, axis);
        stride = span;
    }
}

} // namespace

LocalDensity local_density(const Structure& structure, std::size_t types, double range,
                           const Communicator& comm) {
    MDSIM_EXPECT(types > 0 && range > 0);
    MDSIM_EXPECT(structure.type.size() == structure.position.size());
    constexpr double most_numbers = 1 << 21;
    constexpr double fewest_numbers = 4096;
    constexpr double numbers_per_atom = 8;
    const double edge = std::cbrt(4 * std::numbers::pi / 3) * range / cells_of_block;
    const double most = std::clamp(numbers_per_atom * static_cast<double>(structure.total),
                                   fewest_numbers, most_numbers);
    const auto axes = axes_of(structure, edge, most / static_cast<double>(types), comm);
    const std::vector<std::int64_t> own = count_in_cells(structure, types, axes, comm);
    std::vector<std::int64_t> block = own;
    sum_blocks(block, axes);
    const double volume = structure.box.volume() * std::pow(cells_of_block, 3) * axes[0].width *
                          axes[1].width * axes[2].width;
    const std::size_t cells = total(axes);
    LocalDensity density{types, std::vector<std::int64_t>(types, 0),
                         std::vector<double>(types * types, 0)};
    for (std::size_t a = 0; a < types; ++a) {
        for (std::size_t c = 0; c < cells; ++c) density.count[a] += own[a * cells + c];
        for (std::size_t b = 0; b < types && density.count[a] > 0; ++b) {
            double met = 0;
            for (std::size_t c = 0; c < cells; ++c)
                met += static_cast<double>(own[a * cells + c]) *
                       static_cast<double>(block[b * cells + c] - (a == b ? 1 : 0));
            density.density[a * types + b] = met / static_cast<double>(density.count[a]) / volume;
        }
    }
    return density;
}

} // namespace mdsim
