// SPDX-License-Identifier: BSD-3-Clause
#include "state/box_state.hpp"

#include <algorithm>

#include "core/contract.hpp"

namespace mdsim {

namespace {

bool has_volume(const Box& box) { return box.edges.xx > 0 && box.edges.yy > 0 && box.edges.zz > 0; }

} // namespace

BoxState BoxState::at_start(const Box& box, const CellGrid& grid) {
    const BoxState state{box, box, box, box, {grid, box}};
    MDSIM_ENSURE(state.is_valid());
    return state;
}

void BoxState::begin_rebuild() {
    MDSIM_EXPECT(is_valid());
    built = now;
}

LatticeFlip BoxState::straighten() {
    MDSIM_EXPECT(is_valid());
    const LatticeFlip flip = straightening(now.edges);
    if (flip.none()) return flip;
    for (Box* box : {&now, &next, &drift, &built}) box->edges = flip * box->edges;
    flips = flip * flips;
    return flip;
}

double BoxState::largest_move(double list_range) const {
    MDSIM_EXPECT(list_range > 0);
    return std::min(list_range, mdsim::unambiguous_move(frame.box.edges));
}

bool BoxState::is_valid() const {
    return has_volume(now) && has_volume(next) && has_volume(drift) && has_volume(built) &&
           has_volume(frame.box) && now.periodic == next.periodic &&
           now.periodic == drift.periodic && now.periodic == built.periodic &&
           now.periodic == frame.box.periodic && frame.grid.count.x > 0 && frame.grid.count.y > 0 &&
           frame.grid.count.z > 0;
}

} // namespace mdsim
