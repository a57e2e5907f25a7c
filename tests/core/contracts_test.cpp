// SPDX-License-Identifier: BSD-3-Clause
// Contracts of this module, broken one by one; they stand in debug builds.
#include "core/box.hpp"
#include "core/buffer.hpp"
#include "core/fixed_sum.hpp"
#include "core/noise.hpp"
#include "core/units.hpp"
#include "support/catch.hpp"

using namespace mdsim;

TEST_CASE("a broken contract names the condition and its place", "[contract]") {
    CHECK_THROWS_WITH(Units(UnitSystem::real, ConstantSet::gromacs),
                      ContainsSubstring("has_constants(constants, system)") &&
                          ContainsSubstring("core/units.cpp:") &&
                          ContainsSubstring("this is a defect of mdsim"));
}

#ifndef NDEBUG
TEST_CASE("arrays and vectors are not read beyond their end", "[contract]") {
    Buffer<int, Host> three(3);
    CHECK_THROWS_WITH(three[3] = 1, ContainsSubstring("i < size_"));
    Vec3<double> v;
    CHECK_THROWS_WITH(v[3] = 1, ContainsSubstring("0 <= i && i < 3"));
}

TEST_CASE("sums of unlike scales are not added", "[contract]") {
    FixedSum energy(fixed_scale::energy);
    CHECK_THROWS_WITH(energy.merge(FixedSum(fixed_scale::momentum)),
                      ContainsSubstring("bits_ == other.bits_"));
    CHECK_THROWS_WITH(FixedSum().add(1), ContainsSubstring("bits_ > 0"));
}

TEST_CASE("a box has a volume, and a random number a stream of its own", "[contract]") {
    CHECK_THROWS_WITH(Box{}.heights(), ContainsSubstring("edges.xx > 0"));
    CHECK_THROWS_WITH(random_bits({1, -1, 0, NoisePurpose::langevin}, 0),
                      ContainsSubstring("key.id >= 0"));
}
#endif
