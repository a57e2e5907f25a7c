// SPDX-License-Identifier: BSD-3-Clause
#include "state/box_state.hpp"

#include <algorithm>
#include <cmath>

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
    const BoxState state{box, box, box, {grid, box}};
    MDSIM_ENSURE(state.is_valid());
    return state;
}

void BoxState::begin_rebuild() {
    MDSIM_EXPECT(is_valid());
    built = now;
}

bool BoxState::leaves_frame() const {
    const Vec3<double> heights = now.heights(), chosen = frame.box.heights();
    for (int d = 0; d < 3; ++d)
        if (std::abs(heights[d] - chosen[d]) > frame_window * chosen[d]) return true;
    return false;
}

/// The smallest singular value of F, by which lengths change, is at least 1 - |F - 1|, with the
/// Frobenius norm; of a diagonal matrix it is the smallest entry.
double BoxState::least_length_ratio() const {
    if (now.edges == built.edges) return 1;
    const LowerTriangular<double> f = inverse(built.edges) * now.edges;
    const double shear = f.xy * f.xy + f.xz * f.xz + f.yz * f.yz;
    if (shear == 0) return std::min({1.0, f.xx, f.yy, f.zz});
    const auto square = [](double x) { return x * x; };
    return 1 - std::sqrt(square(f.xx - 1) + square(f.yy - 1) + square(f.zz - 1) + shear);
}

double BoxState::unambiguous_move() const { return quarter_of_height(now); }

double BoxState::largest_move(double list_range) const {
    MDSIM_EXPECT(list_range > 0);
    return std::min(list_range, quarter_of_height(frame.box));
}

bool BoxState::is_valid() const {
    return has_volume(now) && has_volume(next) && has_volume(built) && has_volume(frame.box) &&
           now.periodic == next.periodic && now.periodic == built.periodic &&
           now.periodic == frame.box.periodic && frame.grid.count.x > 0 && frame.grid.count.y > 0 &&
           frame.grid.count.z > 0;
}

} // namespace mdsim
