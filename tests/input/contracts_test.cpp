// SPDX-License-Identifier: BSD-3-Clause
// Contracts of this module, broken one by one; they stand in debug builds.
#include "input/error_list.hpp"
#include "input/structure/hdf5_reader.hpp"
#include "input/structure/id_ranks.hpp"
#include "input/structure/insertion_grid.hpp"
#include "support/catch.hpp"

using namespace mdsim;

TEST_CASE("only numbers that no two atoms share become labels", "[contract]") {
    CHECK_THROWS_WITH(source::IdRanks({3, 3}).labels({0, 2}), ContainsSubstring("unique_"));
    CHECK_THROWS_WITH(source::IdRanks({3, 4}).labels({0, 3}),
                      ContainsSubstring("block.last <= count_"));
}

#ifndef NDEBUG
TEST_CASE("an error has words", "[contract]") {
    ErrorList errors;
    CHECK_THROWS_WITH(errors.add({nullptr, 0}, "", ""), ContainsSubstring("!message.empty()"));
}

TEST_CASE("a grid of atoms has a distance, and capacity for them", "[contract]") {
    const Box box{{4, 0, 4, 0, 0, 4}, {0, 0, 0}};
    CHECK_THROWS_WITH(source::InsertionGrid(box, 0, 5), ContainsSubstring("distance > 0"));
    source::InsertionGrid grid(box, 1, 0);
    CHECK_THROWS_WITH(grid.add({0.5, 0.5, 0.5}), ContainsSubstring("next_.capacity()"));
    CHECK_THROWS_WITH(source::hdf5_size({3, -1}), ContainsSubstring("n >= 0"));
}
#endif
