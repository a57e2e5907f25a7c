// SPDX-License-Identifier: BSD-3-Clause
#include "ops/pair_search.hpp"

#include "ops/list_settings.hpp"
#include "support/catch.hpp"

using namespace mdsim;

namespace {

Box box_of(double edge, double tilt = 0) {
    return {{edge, tilt, 13, 0, 0, 13}, {0, 0, 0}, {true, true, true}};
}

} // namespace

TEST_CASE("pairs are searched for in boxes that are twice as wide as atoms see") {
    CHECK(can_search_pairs(box_of(6.3), 2.5, 0.3));
    CHECK_FALSE(can_search_pairs(box_of(6.1), 2.5, 0.3));
    CHECK(can_search_pairs(box_of(13), 2.5, 0.3));
    // A tilt of the second edge makes the box lower along the first.
    CHECK_FALSE(can_search_pairs(box_of(6.3, 6), 2.5, 0.3));
}

TEST_CASE("pairs are not searched for with skins that rounding may use up") {
    CHECK(can_search_pairs(box_of(13), 2.5, 0.003));
    CHECK_FALSE(can_search_pairs(box_of(13), 2.5, 0.002));
    CHECK_FALSE(can_search_pairs(box_of(13), 2.5, 0));
}

TEST_CASE("lists reach the skin beyond the cutoff, and hold what is sampled while they serve") {
    const ListSettings lawful{0.3, 0, 64, true};
    CHECK(lawful.range(2.5) == 2.5 + 0.3);
    CHECK(lawful.range(0) == 0);
    const ListSettings sampled{0.3, 2.5, 64, true};
    CHECK(sampled.range(2.5) == 2.5 + 0.3);
    CHECK(sampled.range(2.5 * (1 - 5e-7)) < 2.5 + 0.3);
    const double most = 2 * searched_move * 0.3; // that two atoms have moved
    CHECK(sampled.range(2.0) > 2.5 + most);
    CHECK(sampled.range(0) > 2.5 + most);
    const ListSettings half_skin{0.3, 2.5, 64, false};
    CHECK(half_skin.range(2.0) == 2.5 + 0.3);
    CHECK(half_skin.range(2.4) == 2.5 + 0.3);
    CHECK(half_skin.range(0) == 2.5 + 0.3);
}
