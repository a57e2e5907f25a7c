// SPDX-License-Identifier: BSD-3-Clause
#include "setup/list_choice.hpp"

#include "support/catch.hpp"

using namespace mdsim;

TEST_CASE("tiles are those that a GPU takes", "[lists]") {
    for (const bool many_body : {false, true}) {
        int smaller = 32;
        for (const std::int64_t atoms : {0, 1, 1000, 49999, 50000, 150000, 400000, 100000000}) {
            const int tile = choose_lists(atoms, many_body, true).tile;
            CHECK(tile % 32 == 0);
            CHECK(tile >= smaller);
            CHECK(tile <= 256);
            smaller = tile;
        }
    }
}

TEST_CASE("skins are wider for many-body potentials, and narrower where pairs are searched",
          "[lists]") {
    for (const bool on_gpu : {false, true})
        for (const std::int64_t atoms : {1000, 100000, 1000000})
            CHECK(choose_lists(atoms, true, on_gpu).skin > choose_lists(atoms, false, on_gpu).skin);
    for (const bool many_body : {false, true}) {
        const ListChoice few = choose_lists(1000, many_body, true);
        const ListChoice many = choose_lists(1000000, many_body, true);
        CHECK(!few.searched);
        CHECK(many.searched);
        CHECK(many.skin < few.skin);
        CHECK(choose_lists(1000, many_body, false).searched);
    }
    CHECK(choose_lists(100000, true, true).searched);
    CHECK(!choose_lists(100000, false, true).searched);
}
