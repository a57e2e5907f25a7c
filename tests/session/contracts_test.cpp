// SPDX-License-Identifier: BSD-3-Clause
// Contracts of this module, broken one by one; most of them stand in debug builds.
#include <array>
#include <cstddef>
#include <filesystem>
#include <vector>

#include "session/checkpoint_state.hpp"
#include "session/earlier_check.hpp"
#include "session/look_into_folder.hpp"
#include "session/mpi_block_gather.hpp"
#include "session/observables/correlation_averages.hpp"
#include "session/observables/correlation_files.hpp"
#include "session/observables/mean_square_displacement.hpp"
#include "session/observables/velocity_autocorrelation.hpp"
#include "session/output_state.hpp"
#include "session/rdf_table.hpp"
#include "session/resumed_atoms.hpp"
#include "session/run_standing.hpp"
#include "session/run_watch.hpp"
#include "session/state_blocks.hpp"
#include "session/trajectory_setup.hpp"
#include "session/writers/stage_averages.hpp"
#include "support/app_cases.hpp"
#include "support/catch.hpp"

using namespace mdsim;

namespace {

double first_of(std::span<const double> values, double /*spacing*/) { return values.front(); }

SystemParts liquid() {
    const auto file = std::filesystem::path(MDSIM_SOURCE_DIR) / "inputs/lj_liquid.toml";
    return assemble_system(read_config(file, {"run.device=cpu", "system.lattice.cells=[5,5,5]"}),
                           alone(), Processor{});
}

} // namespace

TEST_CASE("a checkpoint has one value of a name", "[contract]") {
    OutputState state;
    state.set_count("frames", 3);
    CHECK_THROWS_WITH(state.set_count("frames", 4), ContainsSubstring("named(values_, name)"));
    CHECK_THROWS_WITH(state.set_array("origin", nullptr), ContainsSubstring("array != nullptr"));
}

TEST_CASE("averages take a value for each of their groups", "[contract]") {
    CorrelationAverages averages(2, 3, 0.1, first_of);
    averages.begin_origin();
    CHECK_THROWS_WITH(averages.add(0, std::vector<double>{1}), ContainsSubstring("groups()"));
    StageAverages stages({StageSettings{}}, {{"energy", ""}});
    CHECK_THROWS_WITH(stages.add(0, std::vector<double>{1, 2}), ContainsSubstring("means.size()"));
}

TEST_CASE("earlier output is looked through once", "[contract]") {
    const std::vector<EarlierRows> rows{{"/no/such/file", true, {}, {SumRecord{}}}};
    EarlierCheck check;
    check.begin(rows);
    CHECK_THROWS_WITH(check.begin(rows), ContainsSubstring("files_.empty()"));
}

TEST_CASE("the atoms of a trajectory are those of a rank's block", "[contract]") {
    SystemParts parts = liquid();
    parts.structure.id.front() = parts.structure.total;
    CHECK_THROWS_WITH(atom_properties(parts, alone()), ContainsSubstring("p.block.contains"));
}

TEST_CASE("a checkpoint names the part of the run that writes it", "[contract]") {
    SingleRank rank;
    CheckpointWriter writer("no folder", 1, rank);
    CHECK_THROWS_WITH(write_checkpoint(CheckpointData<MixedPrecision>(), writer),
                      ContainsSubstring("!d.history.empty()"));
}

#ifndef NDEBUG
TEST_CASE("origins end when their window is over", "[contract]") {
    CHECK_THROWS_WITH(CorrelationAverages(1, 3, 0, first_of), ContainsSubstring("spacing > 0"));
    CorrelationAverages averages(1, 3, 0.1, first_of);
    averages.begin_origin();
    CHECK_THROWS_WITH(averages.drop_oldest(), ContainsSubstring("oldest_is_complete()"));
}

TEST_CASE("averages are those of a group and a lag within the window", "[contract]") {
    const CorrelationAverages averages(1, 3, 0.1, first_of);
    CHECK_THROWS_WITH(averages.mean(0, 4), ContainsSubstring("lag < lags()"));
    CHECK_THROWS_WITH(averages.diffusion(1), ContainsSubstring("group < groups()"));
    const std::vector<double> values{0, 1};
    CHECK_THROWS_WITH(MeanSquareDisplacement::diffusion(values, 0),
                      ContainsSubstring("spacing > 0"));
    CHECK_THROWS_WITH(VelocityAutocorrelation::diffusion(values, -1),
                      ContainsSubstring("spacing > 0"));
}

TEST_CASE("a correlation function is that of a stage and of the species", "[contract]") {
    const SystemParts parts = liquid();
    const Config config{};
    RunContext run;
    run.config = &config;
    run.parts = &parts;
    const CorrelationAverages averages(1, 3, 0.1, first_of), many(3, 3, 0.1, first_of);
    CHECK_THROWS_WITH(diffusion_text(run, {"msd", "msd", "", 0, 5}, averages),
                      ContainsSubstring("what.stage < run.config->stages.size()"));
    CHECK_THROWS_WITH(write_correlation(run, {"msd", "msd", "", 0, 0}, averages),
                      ContainsSubstring("what.every > 0"));
    CHECK_THROWS_WITH(write_correlation(run, {"msd", "msd", "", 0, 5}, many),
                      ContainsSubstring("averages.groups()"));
}

TEST_CASE("the arrays of a checkpoint belong together", "[contract]") {
    CheckpointBlock<MixedPrecision> block;
    block.block = {0, 2};
    CHECK_THROWS_WITH(records_of(block), ContainsSubstring("block.reference.size()"));
}

TEST_CASE("a checkpoint is not of a time before its lists and its stage", "[contract]") {
    SingleRank rank;
    CheckpointWriter writer("no folder", 1, rank);
    CheckpointData<MixedPrecision> data;
    data.history.resize(1);
    data.position.last_rebuild = 1;
    CHECK_THROWS_WITH(write_checkpoint(data, writer), ContainsSubstring("d.position.last_rebuild"));
    data.position = {};
    data.position.stage_first = 1;
    CHECK_THROWS_WITH(write_checkpoint(data, writer), ContainsSubstring("d.position.stage_first"));
}

TEST_CASE("a run has parts that follow each other, this one last", "[contract]") {
    CHECK_THROWS_WITH(RunContext().provenance(), ContainsSubstring("!history.empty()"));
    CHECK_THROWS_WITH(parts_text({RunPart{{}, 9}}, 8), ContainsSubstring("parts.back().first"));
    const RunContext run{};
    RunStanding standing;
    standing.step = 3;
    standing.checkpoint = 4;
    RunReadings readings;
    CHECK_THROWS_WITH(read_standing(standing, run, readings),
                      ContainsSubstring("standing.checkpoint <= standing.step"));
}

TEST_CASE("what becomes of an earlier run is resolved before a folder is looked into",
          "[contract]") {
    const Config config{};
    CHECK_THROWS_WITH(look_into_folder(config, config, RunFiles{"no folder"},
                                       EarlierRun::continued_if_started, alone()),
                      ContainsSubstring("EarlierRun::continued_if_started"));
}

TEST_CASE("g(r) is that of samples and of the species", "[contract]") {
    SystemParts parts = liquid();
    CHECK_THROWS_WITH(write_rdf("no file", PairHistogram(1, 10, 1), {0, 1, 1, {}}, parts),
                      ContainsSubstring("samples.count > 0"));
    CHECK_THROWS_WITH(write_rdf("no file", PairHistogram(1, 10, 2), {1, 1, 1, {}}, parts),
                      ContainsSubstring("histogram.types == parts.species.size()"));
    parts.count_of_type.clear();
    CHECK_THROWS_WITH(write_rdf("no file", PairHistogram(1, 10, 1), {1, 1, 1, {}}, parts),
                      ContainsSubstring("parts.count_of_type.size()"));
}

TEST_CASE("a watch takes the samples that it asked for", "[contract]") {
    const SystemParts parts = liquid();
    RunWatch watch(parts, {});
    CHECK_THROWS_WITH(watch.take(PairHistogram(9, 1, 1), 5),
                      ContainsSubstring("sample.range == range_"));
}

TEST_CASE("the atoms of a structure have all that is written of them", "[contract]") {
    SystemParts parts = liquid();
    CHECK_THROWS_WITH(check_same_atoms({}, parts, alone()), ContainsSubstring("atoms.type.size()"));
    parts.structure.charge = {1.0};
    CHECK_THROWS_WITH(atom_properties(parts, alone()),
                      ContainsSubstring("structure.charge.size()"));
    parts.structure.type.pop_back();
    CHECK_THROWS_WITH(atom_properties(parts, alone()), ContainsSubstring("structure.type.size()"));
}

TEST_CASE("pieces of a file are whole rows", "[contract]") {
    MpiBlockGather gather(alone());
    const std::array<std::byte, 3> bytes{};
    CHECK_THROWS_WITH(gather.for_each_piece(bytes, 2, {}),
                      ContainsSubstring("mine.size() % element_size == 0"));
    CHECK_THROWS_WITH(gather.for_each_piece(bytes, 0, {}), ContainsSubstring("element_size > 0"));
}
#endif
