// SPDX-License-Identifier: BSD-3-Clause
// Whatever follows an atom is with it after a rebuild, and after a checkpoint's way by records.
#include <algorithm>

#include "domain/partition_makers.hpp"
#include "engine/decomposition.hpp"
#include "engine/engine_cases.hpp"
#include "state/column_cases.hpp"
#include "support/catch.hpp"

using namespace mdsim;
using namespace mdsim::test;

TEMPLATE_TEST_CASE("columns follow their atoms through rebuilds", "[columns]", MixedPrecision,
                   DoublePrecision) {
    const Fluid fluid(6, 0.8, Truncation::cut, 2.5);
    const Domain& domain = fluid.setup.domain;
    std::vector<AtomRecord<TestType>> atoms = fluid.records<TestType>();
    for (AtomRecord<TestType>& r : atoms) {
        mark(r, r.id);
        r.moved.y = static_cast<typename TestType::Fraction>(r.id);
    }
    std::reverse(atoms.begin(), atoms.end());
    Decomposition<TestType> decomposition(alone(), domain, 2.8,
                                          regular_partition(domain.grid, {1, 1, 1}));
    decomposition.adopt(atoms);
    decomposition.restore_moved();
    for (const int rebuilds : {0, 1}) {
        if (rebuilds > 0) decomposition.rebuild();
        const auto seen = records_of(decomposition.view());
        REQUIRE(seen.size() == atoms.size());
        bool same = true;
        for (const AtomRecord<TestType>& r : seen) {
            same = same && same_columns(r, marked_columns<TestType>(r.id));
            same = same && r.moved.y == (rebuilds > 0 ? 0 : r.id);
        }
        CHECK(same);
    }
}
