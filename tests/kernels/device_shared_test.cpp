// SPDX-License-Identifier: BSD-3-Clause
// Lists on a GPU that has less shared memory than the one at hand: its tiles and its forces.
#include "kernels/device_parts.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

/// What blocks of the builder have on RTX 30, 40 and 50, about [bytes].
constexpr std::uint64_t of_rtx = 98 * 1024;

/// Checks forces with lists that keep within less shared memory; returns those lists.
template <class P> ListsView<P> check_within(const ForceCase& c, const Shape& shape) {
    CAPTURE(P::name, DeviceForces::name_of(shape), c.field.largest_cutoff());
    const auto rank = arranged<P>(c.atoms, in_order(c.atoms.type.size()), c.box, c.grids[0], 128);
    Parts<P> parts(c, device_setup(c.field, c.box, c.grids[0], shape));
    parts.lists.keep_within(std::min(parts.lists.shared_limit(), of_rtx));
    parts.build();
    check_forces<P>(parts.forces(), direct_sum(rank.particles, c.field, c.box));
    return parts.lists.view();
}

} // namespace

TEMPLATE_TEST_CASE("tiles become smaller where shared memory is short, and miss no pair", "[gpu]",
                   MixedPrecision, DoublePrecision) {
    const ForceCase liquid{
        jittered({16, 16, 16}, 1, 0.2), argon(4.5), box_of({17, 17, 17}), {{{2, 2, 2}}}};
    CHECK(check_within<TestType>(liquid, {256, 1}).threads == 128);
    CHECK(check_within<TestType>(liquid, {64, 2}).threads == 64 * 2);
}

TEMPLATE_TEST_CASE("windows become narrower where shared memory is short, and miss no pair",
                   "[gpu]", MixedPrecision, DoublePrecision) {
    const Box box = box_of({5.6, 5.6, 5.6});
    for (const ForceCase& c :
         {ForceCase{jittered({5, 5, 5}, 1, 0.2), argon(9.0), box, {{{1, 1, 1}}}},
          ForceCase{jittered({5, 5, 5}, 3, 0.2), mixture(9.0), box, {{{1, 1, 1}}}}})
        for (const Shape& shape : all_shapes()) {
            const ListsView<TestType> lists = check_within<TestType>(c, shape);
            CHECK(lists.window < largest_window);
            CHECK(lists.threads <= 64 * shape.lanes);
        }
}
