// SPDX-License-Identifier: BSD-3-Clause
#include "session/started_stages.hpp"

#include <string>
#include <vector>

#include "support/catch.hpp"

using namespace mdsim;

namespace {

std::string stage(const std::string& steps, const std::string& more = {}) {
    return "[[stage]]\nname = \"a = b\"\nensemble = \"nve\"\nsteps = " + steps + "\n" + more + "\n";
}

const std::string start = "[units]\nsystem = \"lj\"\n\n";
const std::string end = "[thermo]\nevery = 10\n\n# given: box: periodic = [true, true, true]\n";

/// The keys that are refused when a run of these stages goes on at a step with others.
std::vector<std::string> refused(const std::string& was, const std::string& is, Step step) {
    std::vector<std::string> keys;
    for (const Diagnostic& error :
         changes_of_started_stages(EffectiveText(start + was + end),
                                   EffectiveText(start + is + "[thermo]\nevery = 5\n"), step))
        keys.push_back(error.where);
    return keys;
}

using Keys = std::vector<std::string>;

} // namespace

TEST_CASE("stages that have not started are free", "[resume]") {
    const std::string two = stage("100") + stage("50", "time_step = 0.1\n");
    CHECK(refused(two, two, 120).empty());
    CHECK(refused(two, stage("100") + stage("20", "time_step = 0.2\n"), 100).empty());
    CHECK(refused(two, stage("100"), 100).empty());
    CHECK(refused(two, two + stage("9"), 150).empty());
    CHECK(refused(two, stage("7", "time_step = 0.3\n"), 0).empty());
}

TEST_CASE("a stage that has started keeps all but its outputs", "[resume]") {
    const std::string was = stage("100", "temperature = 1.0\nchain_length = 3\n");
    CHECK(refused(was, stage("100", "temperature = 1.0\nchain_length = 5\n"), 1) ==
          Keys{"stage.0.chain_length"});
    CHECK(refused(was, stage("100", "chain_length = 3\n"), 1) == Keys{"stage.0.temperature"});
    CHECK(refused(was, stage("100", "temperature = 1.0\nchain_length = 3\nfriction = 1.0\n"), 1) ==
          Keys{"stage.0.friction"});
    CHECK(refused(was, stage("100", "temperature = 1.0\nchain_length = 3\nthermo_every = 5\n"), 1)
              .empty());
}

TEST_CASE("a default that is written out is no change", "[resume]") {
    const std::string written = "chain_length = 3\ncouple_every = 1\n";
    CHECK(refused(stage("100", written), stage("100"), 1).empty());
    CHECK(refused(stage("100"), stage("100", written), 1).empty());
    CHECK(refused(stage("100"), stage("100", "couple_every = 2\n"), 1) ==
          Keys{"stage.0.couple_every"});
}

TEST_CASE("steps that are done stay done", "[resume]") {
    const std::string two = stage("100") + stage("50");
    CHECK(refused(two, stage("100") + stage("70"), 150).empty());
    CHECK(refused(two, stage("100") + stage("30"), 130).empty());
    CHECK(refused(two, stage("100") + stage("29"), 130) == Keys{"stage.1.steps"});
    CHECK(refused(two, stage("110") + stage("50"), 101) == Keys{"stage.0.steps"});
    CHECK(refused(two, stage("110") + stage("50"), 100).empty());
    CHECK(refused(two, stage("100"), 101) == Keys{"stage.1"});
}

TEST_CASE("a ramp that has started keeps its length", "[resume]") {
    const std::string ramp = "temperature_end = 2.0\n";
    CHECK(refused(stage("100", ramp), stage("200", ramp), 100) == Keys{"stage.0.steps"});
    CHECK(refused(stage("100", ramp), stage("200", ramp), 0).empty());
    CHECK(refused(stage("100", ramp), stage("100", ramp) + stage("200"), 100).empty());
}

TEST_CASE("a checkpoint whose input has no number of steps is refused", "[resume]") {
    CHECK_THROWS_AS(refused("[[stage]]\n", stage("100"), 1), InputError);
    CHECK_THROWS_AS(refused(stage("-5"), stage("100"), 1), InputError);
    CHECK_THROWS_AS(refused(stage("many"), stage("100"), 1), InputError);
}
