// SPDX-License-Identifier: BSD-3-Clause
// Contracts of this module, broken one by one; most stand in debug builds.
#include <string>
#include <vector>

#include "config/built_in_start.hpp"
#include "config/cadence.hpp"
#include "config/config_check.hpp"
#include "config/sampled_stage.hpp"
#include "config/structure_format.hpp"
#include "support/catch.hpp"

using namespace mdsim;

TEST_CASE("a region that is not there is never left out silently", "[contract]") {
    SystemSections sections;
    sections.system.lattice.emplace().inside = {"hole"};
    CHECK_THROWS_WITH(lattice_spec(sections), ContainsSubstring("shapes.size() == names.size()"));
}

#ifndef NDEBUG
TEST_CASE("a start is made of sections that are there", "[contract]") {
    const SystemSections none;
    CHECK_THROWS_WITH(lattice_spec(none), ContainsSubstring("system.lattice.has_value()"));
    CHECK_THROWS_WITH(random_spec(none), ContainsSubstring("system.random.has_value()"));
    std::vector<Diagnostic> errors;
    CHECK_THROWS_WITH(check_repeats({}, 1, 0, errors), ContainsSubstring("atoms > 0"));
}

TEST_CASE("a run has stages of steps, none of them negative", "[contract]") {
    const Cadence none({}, OutputSections());
    CHECK_THROWS_WITH(none.stage_of(0), ContainsSubstring("!stages_.empty()"));
    CHECK_THROWS_WITH(none.start_time(0), ContainsSubstring("stage < stages_.size()"));
    CHECK_THROWS_WITH(none.first(1), ContainsSubstring("stage < stages_.size()"));
    StageSettings backwards;
    backwards.steps = -1;
    CHECK_THROWS_WITH(Cadence({backwards}, OutputSections()), ContainsSubstring("s.steps >= 0"));
}

TEST_CASE("samples are of a stage that there is, and origins come", "[contract]") {
    CorrelationSettings settings;
    settings.stage = "other";
    CHECK_THROWS_WITH(sampled_stage({StageSettings()}, settings.stage),
                      ContainsSubstring("stages[sampled].name"));
    settings.origin_every = 0;
    CHECK_THROWS_WITH(settings.live_origins(), ContainsSubstring("origin_interval() > 0"));
}

TEST_CASE("advice is given where it is needed", "[contract]") {
    CHECK_THROWS_WITH(species_advice({"A", "B"}, "B"), ContainsSubstring("names.end()"));
    FileSettings file;
    file.path = "atoms.data";
    CHECK_THROWS_WITH(format_advice(file), ContainsSubstring("reader_of(file) == nullptr"));
}
#endif
