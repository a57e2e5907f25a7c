// SPDX-License-Identifier: BSD-3-Clause
#include "session/checkpoint_limits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/error.hpp"

namespace mdsim {

namespace {

constexpr std::int64_t most = std::int64_t{1} << 62; ///< steps and counts stay below it
constexpr double largest = 1e30;                     ///< of an edge, and of what is one by it

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
    throw InputError(path, why + "; no run of mdsim wrote this checkpoint as it is");
}

bool is_count(std::int64_t n) { return n >= 0 && n < most; }

template <class P> void expect_types(const CheckpointData<P>& data, const std::string& path) {
    const auto types = data.atoms.type.span();
    const auto wrong = std::find_if(types.begin(), types.end(),
                                    [&](TypeId type) { return type >= data.species.size(); });
    if (wrong == types.end()) return;
    refuse(path, fmt::format("the atom with id {} is of species {}, and {} are named",
                             data.atoms.block.first + (wrong - types.begin()), int{*wrong},
                             data.species.size()));
}

void expect_box(const LowerTriangular<double>& edges, const Vec3<double>& origin,
                const std::string& path) {
    for (const double edge : {edges.xx, edges.yy, edges.zz})
        if (!(edge > 1 / largest && edge < largest))
            refuse(path, fmt::format("an edge of its box is {}", edge));
    for (const double number : {edges.xy, edges.xz, edges.yz, origin.x, origin.y, origin.z})
        if (!(std::abs(number) < largest))
            refuse(path, fmt::format("its box has a tilt or an origin of {}", number));
}

void expect_flips(const LatticeFlip& flips, const std::string& path) {
    constexpr std::int64_t most_flips = std::int64_t{1} << 31; // products fit
    for (const std::int64_t n : {flips.xy, flips.yz})
        if (n <= -most_flips || n >= most_flips)
            refuse(path, fmt::format("an edge of its box was flipped by {} others", n));
    if (flips.xz <= -most || flips.xz >= most)
        refuse(path, fmt::format("an edge of its box was flipped by {} others", flips.xz));
}

void expect_progress(const RunProgress& position, Step step, const std::string& path) {
    if (!is_count(position.step) || position.step != step)
        refuse(path, fmt::format("it is of step {} and of step {}", step, position.step));
    if (position.measured &&
        !(is_count(position.measured->step) && position.measured->step < position.step))
        refuse(path, fmt::format("thermostat and barostat are to act by sums of step {}",
                                 position.measured->step));
    if (position.last_rebuild > position.step)
        refuse(path, fmt::format("its lists are of step {}, after its own", position.last_rebuild));
}

} // namespace

template <class P>
void expect_possible(const CheckpointData<P>& data, Step step, const std::string& path) {
    expect_types(data, path);
    expect_box(data.edges, data.origin, path);
    expect_box(data.position.stage_edges, data.origin, path);
    const EarlierBoxes boxes = data.position.boxes.value_or(EarlierBoxes{data.edges, data.edges});
    expect_box(boxes.built, data.origin, path);
    expect_box(boxes.frame, data.origin, path);
    expect_flips(boxes.flips, path);
    expect_progress(data.position, step, path);
}

template void expect_possible(const CheckpointData<MixedPrecision>&, Step, const std::string&);
template void expect_possible(const CheckpointData<DoublePrecision>&, Step, const std::string&);

} // namespace mdsim
