// SPDX-License-Identifier: BSD-3-Clause
// What is kept of lists gives the bits of the whole lists, while atoms move and when it is renewed.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <type_traits>
#include <vector>

#include "core/fraction.hpp"
#include "core/noise.hpp"
#include "ops/pair_driver.hpp"
#include "support/catch.hpp"
#include "support/force_cases.hpp"
#include "support/metal_cases.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

/// Moves each atom by up to `reach` along each axis [length].
template <class P>
void shake(Particles<P, Host>& particles, double edge, double reach, std::uint64_t turn) {
    using Fraction = typename P::Fraction;
    const double per_length = std::ldexp(1, 8 * sizeof(Fraction)) / edge;
    const auto step = [&](std::size_t i, std::uint64_t axis) {
        const double part = 2 * uniform(3 * turn + axis, i) - 1;
        return static_cast<Fraction>(part * reach * per_length);
    };
    for (std::size_t i = 0; i < particles.size(); ++i) {
        Site<P>& site = particles.site[i];
        site.x = advanced(site.x, step(i, 0));
        site.y = advanced(site.y, step(i, 1));
        site.z = advanced(site.z, step(i, 2));
    }
}

} // namespace

TEMPLATE_TEST_CASE("kept entries give the bits of whole lists", "[cpu]", MixedPrecision,
                   DoublePrecision) {
    constexpr double edge = 8, skin = 0.3;
    const Box box = box_of({edge, edge, edge});
    const CellGrid grid{{3, 3, 3}};
    const BoxState state = BoxState::at_start(box, grid);
    const std::vector<std::uint8_t> seen;
    auto rank = arranged<TestType>(jittered({7, 7, 7}, 3, 0.2), in_order(343), box, grid, 32);
    PairDriver<TestType> all_along(wetted_alloy(), {skin, 0, 32});
    all_along.rebuild({&state, &rank.cells, &rank.particles, &seen});
    const auto built = rank.particles.site.span();
    const std::vector<Site<TestType>> start(built.begin(), built.end());
    int differing = 0;
    for (std::uint64_t turn = 0; turn < 10; ++turn) {
        all_along.prepare(rank.particles, TileSet::all, nullptr);
        all_along.store_forces(rank.particles, nullptr);
        const auto force = rank.particles.force.span();
        const std::vector<std::remove_cvref_t<decltype(force[0])>> expected(force.begin(),
                                                                            force.end());

        const auto site = rank.particles.site.span();
        const std::vector<Site<TestType>> now(site.begin(), site.end());
        std::copy(start.begin(), start.end(), site.begin());
        PairDriver<TestType> fresh(wetted_alloy(), {skin, 0, 32});
        fresh.rebuild({&state, &rank.cells, &rank.particles, &seen});
        std::copy(now.begin(), now.end(), site.begin());
        fresh.prepare(rank.particles, TileSet::all, nullptr);
        fresh.store_forces(rank.particles, nullptr);
        differing += std::memcmp(expected.data(), rank.particles.force.data(),
                                 expected.size() * sizeof expected[0]) != 0;
        shake(rank.particles, edge, 0.15 * skin, turn); // a part of what may be moved
    }
    CHECK(differing == 0);
}
