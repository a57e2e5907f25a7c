// SPDX-License-Identifier: BSD-3-Clause
#include "input/structure/orientation.hpp"

#include <fmt/format.h>

#include <numeric>

#include "core/contract.hpp"

namespace mdsim {

namespace {

/// The part of a direction that is at right angles to another one, as the shortest along it.
WholeVector across(const ConventionalCell& cell, const WholeVector& direction,
                   const WholeVector& other) {
    return shortest_along(metric_product(cell, other, other) * direction -
                          metric_product(cell, other, direction) * other);
}

Diagnostic fault(char axis, std::string text) {
    return {fmt::format("system.lattice.orient.{}", axis), std::move(text)};
}

} // namespace

std::int64_t metric_product(const ConventionalCell& cell, const WholeVector& a,
                            const WholeVector& b) {
    return a.x * b.x * cell.squares.x + a.y * b.y * cell.squares.y + a.z * b.z * cell.squares.z;
}

WholeVector shortest_along(const WholeVector& direction) {
    const std::int64_t common = std::gcd(direction.x, std::gcd(direction.y, direction.z));
    MDSIM_EXPECT(common > 0);
    return {direction.x / common, direction.y / common, direction.z / common};
}

WholeVector third_direction(const ConventionalCell& cell, const WholeVector& a,
                            const WholeVector& b) {
    const WholeVector& s = cell.squares;
    const WholeVector third{(a.y * b.z - a.z * b.y) * s.y * s.z,
                            (a.z * b.x - a.x * b.z) * s.z * s.x,
                            (a.x * b.y - a.y * b.x) * s.x * s.y};
    return third == WholeVector{} ? third : shortest_along(third);
}

std::string direction_text(const WholeVector& direction) {
    return fmt::format("[{}, {}, {}]", direction.x, direction.y, direction.z);
}

std::vector<Diagnostic> orientation_faults(Lattice lattice, const Orientation& orientation) {
    const ConventionalCell cell = conventional_cell(lattice);
    const auto& [x, y, z] = orientation;
    std::vector<Diagnostic> errors;
    for (std::size_t d = 0; d < 3; ++d)
        if (orientation[d] == WholeVector{})
            errors.push_back(
                fault("xyz"[d], "found [0, 0, 0], which is no direction; give one as [1, 1, 0]"));
    if (!errors.empty()) return errors;
    const WholeVector third = third_direction(cell, x, y);
    if (third == WholeVector{}) {
        errors.push_back(fault('y', fmt::format("found {}, which is parallel to x = {}; give a "
                                                "direction at right angles to it",
                                                direction_text(y), direction_text(x))));
    } else if (metric_product(cell, x, y) != 0) {
        errors.push_back(fault('y', fmt::format("found {}, which is not at right angles to x = {}; "
                                                "{} would be",
                                                direction_text(y), direction_text(x),
                                                direction_text(across(cell, y, x)))));
    } else if (shortest_along(z) != third) {
        const bool mirrored = shortest_along(z) == -1 * third;
        errors.push_back(
            fault('z', fmt::format("found {}, which {}; {} would do", direction_text(z),
                                   mirrored ? "makes x, y, z left-handed"
                                            : "is not at right angles to x and y",
                                   direction_text(third))));
    }
    return errors;
}

} // namespace mdsim
