// SPDX-License-Identifier: BSD-3-Clause
// Whatever follows an atom is with it after a rebuild, and after a checkpoint's way by records.
#include <algorithm>
#include <vector>

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
    const BoxState box = fluid.setup.starting_box();
    MpiHaloTransport positions(alone());
    Decomposition<TestType> decomposition(alone(), domain, box, 2.8,
                                          regular_partition(domain.grid, {1, 1, 1}), positions);
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

TEST_CASE("a rebuild orders atoms as the box is then", "[columns]") {
    const Fluid fluid(6, 0.8, Truncation::cut, 2.5);
    const Domain& domain = fluid.setup.domain;
    const Partition partition = regular_partition(domain.grid, {1, 1, 1});
    BoxState box = fluid.setup.starting_box();
    Box flat = box.now;
    flat.edges.zz *= 0.4;
    const auto ids = [](const Decomposition<MixedPrecision>& atoms) {
        const auto& id = atoms.particles().id;
        return std::vector<ParticleId>(id.data(), id.data() + id.size());
    };
    MpiHaloTransport positions(alone());
    Decomposition<MixedPrecision> changed(alone(), domain, box, 2.8, partition, positions);
    changed.adopt(fluid.records<MixedPrecision>());
    const std::vector<ParticleId> before = ids(changed);
    box.now = flat;
    changed.rebuild();
    CHECK(ids(changed) == before); // as nobody said that lists are of another box now
    box.begin_rebuild();
    changed.rebuild();
    const BoxState other = BoxState::at_start(flat, domain.grid);
    Decomposition<MixedPrecision> fresh(alone(), domain, other, 2.8, partition, positions);
    fresh.adopt(fluid.records<MixedPrecision>());
    CHECK(ids(changed) == ids(fresh));
    CHECK(ids(changed) != before);
}
