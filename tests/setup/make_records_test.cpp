// SPDX-License-Identifier: BSD-3-Clause
// Coordinates of the input as fractions of the box, on its faces and beside them.
#include <cmath>
#include <vector>

#include "setup/make_simulation.hpp"
#include "support/catch.hpp"

using namespace mdsim;

namespace {

constexpr double edge = 20;

/// An atom at this height in a box that is open above and below.
template <class P> AtomRecord<P> at_height(double z, bool periodic = false) {
    Structure structure;
    structure.box.edges = {edge, 0, edge, 0, 0, edge};
    structure.box.periodic = {true, true, periodic};
    structure.position = {{1, 1, z}};
    structure.id = {0};
    structure.type = {0};
    structure.total = 1;
    return make_records<P>(structure).front();
}

} // namespace

TEMPLATE_TEST_CASE("an atom near an open face stays near that face", "", MixedPrecision,
                   DoublePrecision) {
    const std::vector<double> depths{0, 1e-15, 1e-12, 1e-10, 1e-9, 2.3e-9, 1e-6};
    for (const double depth : depths) {
        INFO(depth);
        const auto upper = at_height<TestType>(edge - depth);
        const auto lower = at_height<TestType>(depth);
        CHECK(to_double(upper.site.z) * edge == Approx(edge - depth).margin(5e-9).epsilon(0));
        CHECK(to_double(lower.site.z) * edge == Approx(depth).margin(5e-9).epsilon(0));
        CHECK(upper.image.z == 0);
        CHECK(lower.image.z == 0);
    }
}

TEST_CASE("an atom within rounding of a periodic face is that of the next box") {
    const auto record = at_height<MixedPrecision>(edge - 1e-10, true);
    CHECK(record.site.z == 0);
    CHECK(record.image.z == 1);
}
