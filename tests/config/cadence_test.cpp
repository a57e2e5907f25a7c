// SPDX-License-Identifier: BSD-3-Clause
#include "config/cadence.hpp"
#include "config/config.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "support/catch.hpp"

using namespace mdsim;

namespace {

/// Stages of 100, 50 and 150 steps; the middle one is quiet as its keys say.
Config three_stages(const std::string& middle) {
    const auto stage = [](const std::string& steps, const std::string& more) {
        return "[[stage]]\nname = \"" + steps +
               "\"\nensemble = \"nve\"\ntime_step = 0.005\nsteps = " + steps + "\n" + more + "\n";
    };
    return parse_config("[units]\nsystem = \"lj\"\n[system.lattice]\ntype = \"fcc\"\n"
                        "density = 0.8\ncells = [4, 4, 4]\n[[species]]\nname = \"A\"\nmass = 1\n"
                        "[pair]\ncutoff = 2.5\n[[pair.potential]]\nspecies = [\"A\", \"A\"]\n"
                        "type = \"lennard_jones\"\nepsilon = 1\nsigma = 1\n"
                        "[trajectory]\nevery = 25\n[thermo]\nevery = 20\n[checkpoint]\nevery = 30\n"
                        "[rdf]\nevery = 25\nrange = 2\n" +
                            stage("100", "") + stage("50", middle) + stage("150", ""),
                        "cadence.toml");
}

Cadence cadence_of(const Config& config) { return {config.stages, config}; }

using Question = bool (Cadence::*)(Step) const;

std::vector<Step> steps_when(const Cadence& cadence, Question due) {
    std::vector<Step> steps;
    for (Step step = 0; step <= cadence.last(); ++step) {
        if ((cadence.*due)(step)) steps.push_back(step);
    }
    return steps;
}

} // namespace

TEST_CASE("output is due at multiples of its interval, counted over all stages") {
    const Cadence cadence = cadence_of(three_stages(""));
    CHECK(cadence.last() == 300);
    CHECK(steps_when(cadence, &Cadence::rdf) ==
          std::vector<Step>{0, 25, 50, 75, 100, 125, 150, 175, 200, 225, 250, 275, 300});
    CHECK(steps_when(cadence, &Cadence::frame) == steps_when(cadence, &Cadence::rdf));
    CHECK(steps_when(cadence, &Cadence::checkpoint).front() == 30);
    CHECK(cadence.frames() == 13);
}

TEST_CASE("the next output is the one that looking at each step finds") {
    struct Output {
        Question due;
        Step (Cadence::*next)(Step, Step) const;
    };
    constexpr Output outputs[] = {{&Cadence::frame, &Cadence::next_frame},
                                  {&Cadence::thermo, &Cadence::next_thermo},
                                  {&Cadence::checkpoint, &Cadence::next_checkpoint},
                                  {&Cadence::rdf, &Cadence::next_rdf}};
    const Cadence cadence = cadence_of(three_stages(GENERATE(
        "", "rdf = false", "trajectory_every = 0\nthermo_every = 7\ncheckpoint_every = 0")));
    for (const Output& output : outputs)
        for (Step step = 0; step <= cadence.last(); ++step)
            for (const Step end : {step, step + 1, step + 60, cadence.last()}) {
                Step expected = step;
                while (expected < end && !(cadence.*output.due)(expected)) ++expected;
                CHECK(std::min(end, (cadence.*output.next)(step, end)) == std::min(end, expected));
            }
}

TEST_CASE("a stage switches off one output alone, and its first step belongs to the one before") {
    const Cadence cadence = cadence_of(three_stages("rdf = false"));
    CHECK(steps_when(cadence, &Cadence::rdf) ==
          std::vector<Step>{0, 25, 50, 75, 100, 175, 200, 225, 250, 275, 300});
    CHECK(steps_when(cadence, &Cadence::frame).size() == 13);
    const Cadence frames = cadence_of(three_stages("trajectory_every = 0"));
    CHECK(steps_when(frames, &Cadence::frame) == steps_when(cadence, &Cadence::rdf));
    CHECK(frames.frames() == 11);
    CHECK(steps_when(frames, &Cadence::rdf).size() == 13);
}

TEST_CASE("without a section [rdf] nothing is sampled") {
    Config config = three_stages("");
    config.rdf.reset();
    CHECK(steps_when(cadence_of(config), &Cadence::rdf).empty());
}
