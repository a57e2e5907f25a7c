// SPDX-License-Identifier: BSD-3-Clause
#include "ops/pair_search.hpp"

#include "support/catch.hpp"

using namespace mdsim;

namespace {

Box box_of(double edge, bool periodic, double tilt = 0) {
    return {{edge, tilt, 13, 0, 0, 13}, {0, 0, 0}, {periodic, true, true}};
}

bool searchable(const Box& box, int cells) {
    return can_search_pairs(box, {{cells, 3, 3}}, 2.5, 0.3);
}

} // namespace

TEST_CASE("pairs are searched for in boxes that are twice as wide as atoms see") {
    CHECK(searchable(box_of(6.3, true), 1));
    CHECK_FALSE(searchable(box_of(6.1, true), 1));
    CHECK(searchable(box_of(13, true), 1));
    // A tilt of the second edge makes the box lower along the first.
    CHECK_FALSE(searchable(box_of(6.3, true, 6), 1));
}

TEST_CASE("pairs are searched for where no cells see each other through an open face") {
    CHECK(searchable(box_of(13, false), 4));
    CHECK_FALSE(searchable(box_of(13, false), 3));
    CHECK_FALSE(searchable(box_of(40, false), 2));
}
