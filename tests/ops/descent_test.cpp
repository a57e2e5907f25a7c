// SPDX-License-Identifier: BSD-3-Clause
#include "ops/descent.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "cpu/list_cases.hpp"
#include "support/catch.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

/// Atoms of two masses with velocities, and with forces of a given size.
template <class P> struct Falling {
    using Real = typename P::Real;

    std::vector<Real> inverse_mass{Real(1), Real(0.4)};
    OneRank<P> rank;

    explicit Falling(double force = 1) {
        Atoms atoms = jittered({5, 5, 5}, 1, 0.3);
        for (std::size_t i = 0; i < atoms.type.size(); ++i) atoms.type[i] = TypeId(i % 2);
        rank =
            arranged<P>(atoms, in_order(atoms.type.size()), box_of({8, 8.5, 9}), {{2, 2, 2}}, 32);
        Particles<P, Host>& p = rank.particles;
        p.force.resize_discard(p.size());
        for (std::size_t i = 0; i < p.size(); ++i) {
            const auto n = 6 * static_cast<std::uint64_t>(p.id[i]);
            const auto number = [&](std::uint64_t k) { return Real(uniform(1, n + k) - 0.5); };
            p.velocity[i] = {number(0), number(1), number(2), Real(0)};
            p.force[i] = {Real(force) * number(3), Real(force) * number(4), Real(force) * number(5),
                          Real(0)};
        }
    }
};

template <class Real> Vec3<double> of(const Vec4<Real>& v) {
    return {double(v.x), double(v.y), double(v.z)};
}

} // namespace

TEMPLATE_TEST_CASE("sums of a descent are those of its atoms, whatever the size of forces",
                   "[descent]", MixedPrecision, DoublePrecision) {
    const double size = GENERATE(1.0, 1e-9, 1e14);
    Falling<TestType> falling(size);
    const auto& p = falling.rank.particles;
    const DescentSizes sizes = descent_sizes(p, falling.rank.cells, falling.inverse_mass);
    DescentSizes most;
    FireSums expected;
    for (std::size_t i = 0; i < p.size(); ++i) {
        const Vec3<double> f = of(p.force[i]), v = of(p.velocity[i]);
        const double w = p.site[i].type == 0 ? 1 : double(falling.inverse_mass[1]);
        most.force2 = std::max(most.force2, dot(f, f));
        most.velocity2 = std::max(most.velocity2, dot(v, v));
        most.acceleration2 = std::max(most.acceleration2, dot(f, f) * w * w);
        expected.add({dot(f, v), dot(v, v), dot(f, f)});
    }
    CHECK(sizes.force2 == most.force2);
    CHECK(sizes.velocity2 == most.velocity2);
    CHECK(sizes.acceleration2 == Approx(most.acceleration2).epsilon(1e-12));
    const DescentUnits units = DescentUnits::of(sizes);
    CHECK(units.force > std::sqrt(sizes.force2));
    CHECK(units.force <= 2 * std::sqrt(sizes.force2));
    const FireSums found = descent_sums(p, falling.rank.cells, units).in(units);
    CHECK(found.velocity2 == Approx(expected.velocity2).epsilon(1e-12));
    CHECK(found.force2 == Approx(expected.force2).epsilon(1e-12));
    CHECK(std::abs(found.power - expected.power) <
          1e-12 * std::sqrt(expected.force2 * expected.velocity2));
}

TEMPLATE_TEST_CASE("a force that is no number is the largest of all", "[descent]", MixedPrecision,
                   DoublePrecision) {
    Falling<TestType> falling;
    using Real = typename TestType::Real;
    falling.rank.particles.force[7].y = std::numeric_limits<Real>::quiet_NaN();
    CHECK(descent_sizes(falling.rank.particles, falling.rank.cells, falling.inverse_mass).force2 ==
          std::numeric_limits<double>::infinity());
}

TEMPLATE_TEST_CASE("velocities are turned by forces", "[descent]", MixedPrecision,
                   DoublePrecision) {
    Falling<TestType> falling;
    auto& p = falling.rank.particles;
    const auto before = of(p.velocity[11]), force = of(p.force[11]);
    turn_velocities(p, falling.rank.cells, {0.75, 0.5});
    const auto after = of(p.velocity[11]);
    CHECK(after.x == Approx(0.75 * before.x + 0.5 * force.x).epsilon(1e-6));
    CHECK(after.z == Approx(0.75 * before.z + 0.5 * force.z).epsilon(1e-6));
    turn_velocities(p, falling.rank.cells, {0, 0});
    CHECK(dot(of(p.velocity[11]), of(p.velocity[11])) == 0);
}
