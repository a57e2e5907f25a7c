// SPDX-License-Identifier: BSD-3-Clause
#include "ops/stretch_rows.hpp"

#include <set>
#include <vector>

#include "support/catch.hpp"

using namespace mdsim;

TEST_CASE("rows are those that were added, at equal distances") {
    const std::vector<Step> wished =
        GENERATE(std::vector<Step>{}, std::vector<Step>{105}, std::vector<Step>{100, 101, 102, 103},
                 std::vector<Step>{103, 110, 117}, std::vector<Step>{101, 104, 108, 112},
                 std::vector<Step>{101, 102, 105});
    StretchRows rows;
    std::set<Step> taken;
    for (const Step step : wished) {
        const bool regular = taken.size() < 2 || step - *taken.rbegin() == wished[1] - wished[0];
        REQUIRE(rows.add(step) == regular);
        if (!regular) break;
        taken.insert(step);
    }
    CHECK(rows.count == static_cast<std::int64_t>(taken.size()));
    for (Step step = 90; step < 118 && step <= (taken.empty() ? 117 : *taken.rbegin()); ++step)
        CHECK(rows.on(step) == (taken.count(step) == 1));
}

TEST_CASE("a row that is alone is the only one of any stretch") {
    StretchRows rows;
    REQUIRE(rows.add(7));
    CHECK(rows.on(7));
    CHECK_FALSE(rows.on(6));
    CHECK_FALSE(rows.on(7 + (Step{1} << 30)));
}

TEST_CASE("rows are no more than a device keeps") {
    StretchRows rows;
    for (Step step = 0; step < StretchRows::most; ++step) REQUIRE(rows.add(3 * step));
    CHECK_FALSE(rows.add(3 * StretchRows::most));
    CHECK(rows.count == StretchRows::most);
}
