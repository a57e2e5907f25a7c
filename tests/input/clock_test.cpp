// SPDX-License-Identifier: BSD-3-Clause
#include "input/clock.hpp"

#include "support/catch.hpp"

using namespace mdsim;

TEST_CASE("wall times are read as people and queues write them") {
    CHECK(parse_wall_time("00:00:00") == 0.0);
    CHECK(parse_wall_time("01:30:05") == 5405.0);
    CHECK(parse_wall_time("100:00:00") == 360000.0);
    CHECK(parse_wall_time("2-12:00:00") == 216000.0);
    CHECK(parse_wall_time("90 s") == 90.0);
    CHECK(parse_wall_time("1.5h") == 5400.0);
    CHECK(parse_wall_time("15 min") == 900.0);
    CHECK(parse_wall_time("2 d") == 172800.0);
}

TEST_CASE("what is no wall time is refused") {
    for (const auto* text :
         {"", ":", "1:2", "1:60:00", "1:00:60", "01:00:00x", "-1:00:00", "x-1:00:00", "90",
          "1.5 weeks", "-3 s", "1-", "nan s", "99999999999999:00:00"}) {
        INFO(text);
        CHECK_FALSE(parse_wall_time(text).has_value());
    }
}
