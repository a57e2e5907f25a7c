// SPDX-License-Identifier: BSD-3-Clause
#include "support/catch.hpp"

#include "core/error.hpp"
#include "domain/assembly.hpp"

using namespace mdsim;

TEST_CASE("halo cells stand between owned cells, in global order") {
    const CellGrid grid{{6, 1, 1}};
    const std::vector<LocalCell> owned{{1, 0, 2, true}, {2, 2, 0, true}, {4, 2, 1, true}};
    // Cell 3 came behind cell 5; cell 0 is seen, but nobody there is in range.
    const std::vector<LocalCell> halo{{5, 0, 1, false}, {3, 1, 2, false}};
    const Assembly a = assemble(grid, owned, halo, std::vector<std::int64_t>{0, 3, 5});
    CHECK(a.source == std::vector<LocalIndex>{3, 0, 2, 4, 2, 3});
    CHECK(a.slot(1, 1) == 1);
    CHECK(a.slot(3, 4) == 2);
    CHECK(a.slot(3, 5) == 3);
    CHECK(a.slot(4, 2) == 4);
    CHECK(a.slot(5, 3) == 5);
    REQUIRE(a.cells.cells.size() == 6);
    const std::vector<LocalIndex> first{0, 0, 2, 2, 4, 5};
    const std::vector<std::uint32_t> count{0, 2, 0, 2, 1, 1};
    for (std::size_t i = 0; i < 6; ++i) {
        CHECK(a.cells.cells[i].cell == static_cast<std::int64_t>(i));
        CHECK(a.cells.cells[i].first == first[i]);
        CHECK(a.cells.cells[i].count == count[i]);
        CHECK(a.cells.place[i] == static_cast<std::int32_t>(i));
    }
    CHECK(a.cells.cells[4].owned);
    CHECK_FALSE(a.cells.cells[3].owned);
    CHECK(a.cells.atoms == 6);
    CHECK(a.cells.owned_atoms == 3);
}

TEST_CASE("a rank without cells assembles nothing") {
    const Assembly a = assemble({{2, 2, 2}}, {}, {}, {});
    CHECK(a.cells.cells.empty());
    CHECK(a.cells.atoms == 0);
    CHECK(a.cells.place == std::vector<std::int32_t>(8, LocalCells::absent));
}

TEST_CASE("atoms received of a cell that is not seen are refused") {
    const std::vector<LocalCell> owned{{0, 0, 1, true}};
    const std::vector<LocalCell> halo{{2, 0, 1, false}};
    CHECK_THROWS_AS(assemble({{4, 1, 1}}, owned, halo, std::vector<std::int64_t>{1}),
                    ContractError);
    CHECK_THROWS_AS(assemble({{4, 1, 1}}, owned, {}, std::vector<std::int64_t>{0}), ContractError);
}
