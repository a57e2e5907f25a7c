// SPDX-License-Identifier: BSD-3-Clause
// One body for all processors: forces, energy and virial against a direct sum.
#pragma once

#include "support/catch.hpp"
#include "support/force_cases.hpp"

namespace mdsim::test {

/// Errors against the direct sum that rounding explains: of forces relative to their rms, of energy
/// and virial relative to their sizes.
template <class P> struct Tolerance;
template <> struct Tolerance<MixedPrecision> {
    /// Positions in a tile keep 24 bits, and a stiff pair turns their last into force.
    static constexpr double force = 5e-5;
    static constexpr double sum = 1e-5;
};
template <> struct Tolerance<DoublePrecision> {
    static constexpr double force = 1e-11;
    static constexpr double sum = 1e-12;
};

template <class P> void check_forces(const Forces& found, const Forces& expected) {
    double square = 0;
    double worst = 0;
    bool all = true; // are numbers
    REQUIRE(found.force.size() == expected.force.size());
    for (std::size_t i = 0; i < expected.force.size(); ++i) {
        const Vec3<double> off = found.force[i] - expected.force[i];
        square += dot(expected.force[i], expected.force[i]);
        all = all && dot(off, off) >= 0;
        worst = std::max(worst, std::sqrt(dot(off, off)));
    }
    const double rms = std::sqrt(square / static_cast<double>(expected.force.size()));
    REQUIRE(rms > 0.1);
    CHECK(all);
    CHECK(worst / rms < Tolerance<P>::force);
    double size = std::abs(expected.energy);
    CHECK(std::abs(found.energy - expected.energy) < Tolerance<P>::sum * size);
    for (const double w : expected.virial) size = std::max(size, std::abs(w));
    for (std::size_t a = 0; a < 6; ++a)
        CHECK(std::abs(found.virial[a] - expected.virial[a]) < Tolerance<P>::sum * size);
}

/// One case on all its grids and in all shapes of a space: Space::shapes() are the ways in which it
/// shares tiles among lanes or threads, Space::forces<P>(case, grid, shape) is what it computes.
template <class P, class Space> void check_case(const ForceCase& c) {
    const auto order = in_order(c.atoms.type.size());
    const auto rank = arranged<P>(c.atoms, order, c.box, c.grids.front(), 128);
    const Forces expected = direct_sum(rank.particles, c.field, c.box);
    for (const CellGrid& grid : c.grids) {
        for (const auto& shape : Space::shapes()) {
            CAPTURE(P::name, Space::name_of(shape), c.field.largest_cutoff());
            CAPTURE(grid.count.x, grid.count.y, grid.count.z);
            check_forces<P>(Space::template forces<P>(c, grid, shape), expected);
        }
    }
}

/// Every case of every group, in both precisions.
template <class Space>
void check_all_groups(const std::vector<ForceGroup>& groups = force_groups()) {
    for (const ForceGroup& group : groups) {
        SECTION(group.name) {
            for (const ForceCase& c : group.cases()) {
                check_case<MixedPrecision, Space>(c);
                check_case<DoublePrecision, Space>(c);
            }
        }
    }
}

} // namespace mdsim::test
