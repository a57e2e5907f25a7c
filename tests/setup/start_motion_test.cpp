// SPDX-License-Identifier: BSD-3-Clause
#include "setup/start_motion.hpp"

#include "support/app_cases.hpp"
#include "support/catch.hpp"

using namespace mdsim;

namespace {

Structure two_atoms(const Vec3<double>& first, const Vec3<double>& second) {
    Structure structure;
    structure.total = 2;
    structure.type = {0, 1};
    structure.velocity = {first, second};
    return structure;
}

const std::vector<Species> species{{"light", 1, 0}, {"heavy", 3, 0}};

} // namespace

TEST_CASE("the motion of a start is that about the centre of mass, and of it") {
    const StartMotion apart = motion_of(two_atoms({3, 0, 0}, {-1, 0, 0}), species, alone());
    CHECK(apart.thermal == Approx(12.0 / 3)); // m v^2 of both, 3 degrees of freedom
    CHECK(apart.drift == Approx(0).margin(1e-8));
    const StartMotion together = motion_of(two_atoms({0, 2, 0}, {0, 2, 0}), species, alone());
    CHECK(together.thermal == Approx(0).margin(1e-8));
    CHECK(together.drift == Approx(2));
}

TEST_CASE("a start without velocities does not move") {
    Structure structure = two_atoms({}, {});
    CHECK(motion_of(structure, species, alone()).thermal == 0);
    structure.velocity.clear();
    CHECK(motion_of(structure, species, alone()).drift == 0);
}
