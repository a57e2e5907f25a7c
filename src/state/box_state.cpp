// SPDX-License-Identifier: BSD-3-Clause
#include "state/box_state.hpp"

#include <algorithm>

#include "core/contract.hpp"

namespace mdsim {

namespace {

double quarter_of_height(const Box& box) {
    constexpr double quarter = 0.25;
    const Vec3<double> h = box.heights();
    return quarter * std::min({h.x, h.y, h.z});
}

bool has_volume(const Box& box) { return box.edges.xx > 0 && box.edges.yy > 0 && box.edges.zz > 0; }

} // namespace

BoxState BoxState::at_start(const Box& box, const CellGrid& grid) {
    const BoxState state{box, box, {grid, box}};
    MDSIM_ENSURE(state.is_valid());
    return state;
}

void BoxState::begin_rebuild() {
    MDSIM_EXPECT(is_valid());
    built = now;
}

double BoxState::unambiguous_move() const { return quarter_of_height(now); }

double BoxState::largest_move(double list_range) const {
    MDSIM_EXPECT(list_range > 0);
    return std::min(list_range, quarter_of_height(frame.box));
}

bool BoxState::is_valid() const {
    return has_volume(now) && has_volume(built) && has_volume(frame.box) &&
           now.periodic == built.periodic && now.periodic == frame.box.periodic &&
           frame.grid.count.x > 0 && frame.grid.count.y > 0 && frame.grid.count.z > 0;
}

} // namespace mdsim
