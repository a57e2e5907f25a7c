// SPDX-License-Identifier: BSD-3-Clause
// The box now, at the last rebuild and of the frame: what follows which of them.
#include "state/box_state.hpp"

#include "support/catch.hpp"

using namespace mdsim;

namespace {

Box cube(double edge) { return {{edge, 0, edge, 0, 0, edge}, {0, 0, 0}}; }

} // namespace

TEST_CASE("a run starts in the box for which its grid was chosen", "[box_state]") {
    const BoxState box = BoxState::at_start(cube(12), {{3, 4, 5}});
    CHECK(box.now.edges == cube(12).edges);
    CHECK(box.built.edges == cube(12).edges);
    CHECK(box.frame.box.edges == cube(12).edges);
    CHECK(box.frame.grid == CellGrid{{3, 4, 5}});
    CHECK(box.is_valid());
}

TEST_CASE("a rebuild takes the present box and keeps the frame", "[box_state]") {
    BoxState box = BoxState::at_start(cube(12), {{3, 3, 3}});
    box.now = cube(11.5);
    CHECK(box.built.edges == cube(12).edges);
    box.begin_rebuild();
    CHECK(box.built.edges == cube(11.5).edges);
    CHECK(box.now.edges == cube(11.5).edges);
    CHECK(box.frame.box.edges == cube(12).edges);
}

TEST_CASE("ways are unambiguous in the present box, and steps are as long as the frame says",
          "[box_state]") {
    BoxState box = BoxState::at_start(cube(12), {{3, 3, 3}});
    box.now.edges.yy = 8;
    CHECK(box.unambiguous_move() == 2);
    CHECK(box.largest_move(2.8) == 2.8);
    CHECK(box.largest_move(100) == 3);
    box.built = box.now;
    CHECK(box.largest_move(100) == 3);
    box.now.edges.xy = 6; // a tilt makes the first height smaller than the edge
    CHECK(box.now.heights().x < 12);
    box.now.edges.yy = 12;
    CHECK(box.unambiguous_move() == box.now.heights().x / 4);
}

TEST_CASE("a box that leans too far leaves its frame, unless it began so", "[box_state]") {
    Box leaning = cube(12);
    leaning.edges.xy = 0.54 * 12;
    BoxState box = BoxState::at_start(leaning, {{3, 3, 3}});
    box.now.edges.xy = 0.549 * 12;
    CHECK_FALSE(box.leaves_frame());
    CHECK(box.straighten().none());
    box.now.edges.xy = 0.551 * 12;
    CHECK(box.leaves_frame());
    leaning.edges.xy = 0.8 * 12;
    box = BoxState::at_start(leaning, {{3, 3, 3}});
    CHECK_FALSE(box.leaves_frame()); // a box that nothing changes stays as it is
    box.now.edges.zz *= 1.001;
    CHECK(box.leaves_frame());
}

TEST_CASE("a flip takes all boxes but the frame with it, and can be undone", "[box_state]") {
    BoxState box = BoxState::at_start(cube(12), {{3, 3, 3}});
    const LowerTriangular<double> strained{12, 20, 12, -7, 7, 12};
    box.lead_to(strained);
    box.enter_next();
    box.begin_rebuild();
    const LatticeFlip flip = box.straighten();
    CHECK(flip == LatticeFlip{-2, 2, -1});
    for (const Box& one : {box.now, box.next, box.drift, box.built})
        CHECK(one.edges == LowerTriangular<double>{12, -4, 12, -3, -5, 12});
    CHECK(box.frame.box.edges == cube(12).edges);
    CHECK(box.earlier().flips == flip);
    CHECK(box.unflipped() == strained);
    CHECK(box.flipped(strained) == box.now.edges);
    box.choose_frame({{3, 3, 3}});
    CHECK_FALSE(box.leaves_frame());
    box.lead_to(box.flipped({12, 31, 12, -7, 7, 12}));
    box.enter_next();
    CHECK(box.straighten() == LatticeFlip{-1, 1, 0}); // 7 becomes -5, and -14 becomes -2
    CHECK(box.flips == LatticeFlip{-3, 3, -1});
    CHECK(box.unflipped() == LowerTriangular<double>{12, 31, 12, -7, 7, 12});
}

TEST_CASE("the three boxes have a volume and the same open directions", "[box_state]") {
    BoxState box = BoxState::at_start(cube(12), {{3, 3, 3}});
    box.now.periodic[1] = false;
    CHECK_FALSE(box.is_valid());
    box.now = cube(0);
    CHECK_FALSE(box.is_valid());
    box = BoxState::at_start(cube(12), {{3, 3, 3}});
    box.frame.grid.count.z = 0;
    CHECK_FALSE(box.is_valid());
}

#ifndef NDEBUG
TEST_CASE("a box that is none is no state of a run", "[contract]") {
    CHECK_THROWS_WITH(BoxState::at_start(cube(0), {{1, 1, 1}}),
                      ContainsSubstring("state.is_valid()"));
    BoxState box = BoxState::at_start(cube(12), {{3, 3, 3}});
    CHECK_THROWS_WITH(box.largest_move(0), ContainsSubstring("list_range > 0"));
    box.now = cube(0);
    CHECK_THROWS_WITH(box.begin_rebuild(), ContainsSubstring("is_valid()"));
}
#endif
