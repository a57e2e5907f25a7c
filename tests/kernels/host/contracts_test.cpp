// SPDX-License-Identifier: BSD-3-Clause
// Contracts of kernels/ that hosts look after, broken one by one without a GPU; they stand in debug
// builds.
#ifndef NDEBUG
#include "kernels/decomposition/barrier_words.hpp"
#include "kernels/decomposition/rank_view.hpp"
#include "kernels/neighbor/build_lists.hpp"
#include "kernels/neighbor/plan_lists.hpp"
#include "kernels/neighbor/stencil.hpp"
#include "kernels/p2p/all_reduce_view.hpp"
#include "kernels/p2p/ipc_memory.hpp"
#include "kernels/p2p/probe.hpp"
#include "kernels/runtime/driver_version.hpp"
#include "kernels/runtime/launch.hpp"
#include "kernels/sort/curve.hpp"
#include "kernels/state/cell_map.hpp"
#include "kernels/state/control.hpp"
#include "kernels/state/displaced_atoms.hpp"
#include "kernels/state/tiles_view.hpp"
#include "support/catch.hpp"

using namespace mdsim;

TEST_CASE("versions are those of CUDA, and blocks have threads", "[contract]") {
    CHECK_THROWS_WITH(least_driver(13), ContainsSubstring("toolkit >= 1000"));
    CHECK_THROWS_WITH(blocks_for(10, 0), ContainsSubstring("threads > 0"));
}

TEST_CASE("ranks are those that share a mailbox", "[contract]") {
    AllReduceView view{};
    view.ranks = 2;
    CHECK(view.slot_of(1, 1) == 3);
    CHECK_THROWS_WITH(view.slot_of(2, 0), ContainsSubstring("from < ranks"));
    CHECK_THROWS_WITH(all_reduce_threads(0), ContainsSubstring("ranks > 0"));
    CHECK_THROWS_WITH(probe_word(-1, 0), ContainsSubstring("0 <= from"));
    CHECK_THROWS_WITH(SharedBlock().handle(), ContainsSubstring("memory_ != nullptr"));
}

TEST_CASE("ranks are those that share atoms", "[contract]") {
    RankView<MixedPrecision> view{};
    view.ranks = 2;
    CHECK_THROWS_WITH(view.arrived_of(2), ContainsSubstring("r < ranks"));
    CHECK_THROWS_WITH(view.seen_of(-1), ContainsSubstring("0 <= r"));
}

TEST_CASE("a pass has as many step kernels as a word has bits", "[contract]") {
    Control control;
    CHECK_THROWS_WITH(word_after_step(control, 64), ContainsSubstring("kernel < 64"));
    CHECK_THROWS_WITH(control.choose_kernels(64, false), ContainsSubstring("last < 64"));
}

TEST_CASE("cells and atoms are asked for where there are such", "[contract]") {
    CellMap cells;
    cells.all = 3;
    CHECK(cells.global_of(2) == 2);
    CHECK_THROWS_WITH(cells.global_of(3), ContainsSubstring("cell < all"));
    CHECK_THROWS_WITH(DisplacedAtoms{}.atom_of(0, 0), ContainsSubstring("number < capacity"));
    CHECK_THROWS_WITH(entry_of(most_slots), ContainsSubstring("slot < most_slots"));
}

TEST_CASE("points on the curve lie in its cube", "[contract]") {
    CHECK_THROWS_WITH(hilbert_index({0, 0, 0}, 0), ContainsSubstring("0 < levels"));
    CHECK_THROWS_WITH(hilbert_index({4, 0, 0}, 2), ContainsSubstring(">> levels == 0"));
}

TEST_CASE("tiles are whole groups, and windows are no larger than entries reach", "[contract]") {
    CHECK_THROWS_WITH(plan_lists({48, 1}, 60.0, 200.0),
                      ContainsSubstring("shape.atoms % warp_lanes == 0"));
    CHECK_THROWS_WITH(builder_shared_bytes({64, 1}, largest_window + warp_lanes, 1, 1, {}),
                      ContainsSubstring("window <= largest_window"));
    const Box box{{8, 0, 8, 0, 0, 8}, {0, 0, 0}};
    CHECK_THROWS_WITH(cell_stencil(CellGrid{{2, 2, 2}}, box, -1.0),
                      ContainsSubstring("range >= 0"));
}
#endif
