// SPDX-License-Identifier: BSD-3-Clause
// Contracts of this module, broken one by one; they stand in debug builds.
#ifndef NDEBUG
#include "setup/make_simulation.hpp"
#include "setup/measured_system.hpp"
#include "setup/pair_scales.hpp"
#include "support/catch.hpp"

using namespace mdsim;

TEST_CASE("the arrays of a structure belong together", "[contract]") {
    Structure structure;
    structure.id = {0, 1};
    structure.position = {{0, 0, 0}};
    CHECK_THROWS_WITH(make_records<MixedPrecision>(structure),
                      ContainsSubstring("structure.position.size()"));
}

TEST_CASE("densities are those of a volume", "[contract]") {
    CHECK_THROWS_WITH(reduced_density({}, {1}, 0), ContainsSubstring("volume > 0"));
    const std::vector<Species> species(2);
    const std::vector<std::int64_t> count{1};
    const MeasuredSystem system{&species, &count, {}, 1.0, true, {}};
    CHECK_THROWS_WITH(mass_density(Units(UnitSystem::real), system),
                      ContainsSubstring("system.species->size()"));
}
#endif
