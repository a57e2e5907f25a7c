// SPDX-License-Identifier: BSD-3-Clause
#include "input/suggest.hpp"

#include "support/catch.hpp"

using namespace mdsim;

TEST_CASE("the edit distance counts insertions, removals, replacements and swaps") {
    CHECK(edit_distance("", "") == 0);
    CHECK(edit_distance("skin", "skin") == 0);
    CHECK(edit_distance("", "skin") == 4);
    CHECK(edit_distance("skn", "skin") == 1);
    CHECK(edit_distance("skinn", "skin") == 1);
    CHECK(edit_distance("skan", "skin") == 1);
    CHECK(edit_distance("sikn", "skin") == 1);
    CHECK(edit_distance("kitten", "sitting") == 3);
}

TEST_CASE("the nearest word is the one that was meant") {
    const std::vector<std::string_view> keys{"skin", "rebuild", "every", "tile", "time_step"};
    CHECK(nearest("skni", keys) == "skin");
    CHECK(nearest("SKIN", keys) == "skin");
    CHECK(nearest("time-step", keys) == "time_step");
    CHECK(nearest("timestep", keys) == "time_step");
    CHECK(nearest("evry", keys) == "every");
    CHECK(nearest("reb", keys) == "rebuild");
    CHECK(nearest("temperature", keys).empty());
    CHECK(nearest("", keys).empty());
    CHECK(nearest("Q", {"A", "B"}).empty()); // nothing of it is left
    CHECK(nearest("a", {"A", "B"}) == "A");
    CHECK(nearest(std::string(100000, 's'), keys).empty());
}
