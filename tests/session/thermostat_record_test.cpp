// SPDX-License-Identifier: BSD-3-Clause
#include "session/thermostat_record.hpp"

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "support/app_cases.hpp"
#include "support/catch.hpp"

using namespace mdsim;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// A checkpoint with values and texts, and nothing else.
class Stored {
  public:
    explicit Stored(CheckpointContent content) : folder_("mdsim_thermostat_record_test") {
        SingleRank alone;
        content.info = {12, 5, "run", "1.0"};
        content.block = {0, 5};
        content.values.emplace_back("position", std::vector<std::int64_t>{0, 12, 0, 12});
        CheckpointWriter(folder_.path().string(), 0, alone).write(content);
        path_ = (folder_.path() / "checkpoint.h5").string();
    }

    CheckpointReader reader() const { return CheckpointReader(path_); }
    ThermostatState state() const { return read_thermostat(reader(), path_); }
    /// What is said of a state that is refused.
    std::string refusal() const {
        try {
            state();
        } catch (const InputError& error) {
            CHECK(error.errors().front().where == path_);
            return error.what();
        }
        return {};
    }

  private:
    TestFolder folder_;
    std::string path_;
};

Stored stored(const std::optional<AnyThermostat>& thermostat, const ThermostatState& state) {
    CheckpointContent content;
    add_thermostat(thermostat, state, content);
    return Stored(std::move(content));
}

/// A state all of whose numbers differ.
ThermostatState state_with(int numbers) {
    ThermostatState state;
    state.work = -0.1;
    for (int k = 0; k < numbers; ++k) state.number[k] = 1e-300 + k / 3.0;
    return state;
}

Stored named(const std::string& name, std::vector<double> work, std::vector<double> momentum) {
    CheckpointContent content;
    content.texts.emplace_back("thermostat", name);
    content.values.emplace_back("thermostat_work", std::move(work));
    content.values.emplace_back("thermostat_momentum", std::move(momentum));
    return Stored(std::move(content));
}

/// As version 0.2.0 wrote it: the time of the stage, the work, the momenta.
Stored unnamed(std::vector<double> numbers) {
    CheckpointContent content;
    content.values.emplace_back("position_numbers", std::move(numbers));
    return Stored(std::move(content));
}

StageSettings stage_of(Ensemble ensemble, Step steps) {
    StageSettings stage;
    stage.ensemble = ensemble;
    stage.steps = steps;
    stage.relaxation_time = 0.5;
    return stage;
}

} // namespace

TEST_CASE("the state of a thermostat comes back from a checkpoint, bit by bit") {
    SECTION("of a chain of any length") {
        const int links = GENERATE(1, 3, longest_chain);
        CHECK(stored(NoseHoover{links, 0.5}, state_with(links)).state() == state_with(links));
    }
    SECTION("of one without numbers of its own") {
        CHECK(stored(VelocityRescaling{0.5}, state_with(0)).state() == state_with(0));
    }
    SECTION("of none") { CHECK(stored(std::nullopt, {}).state() == ThermostatState{}); }
}

TEST_CASE("a checkpoint calls the numbers of a thermostat by their names") {
    const auto chain = stored(NoseHoover{2, 0.5}, state_with(2));
    CHECK(chain.reader().text("thermostat") == "nose_hoover");
    CHECK(chain.reader().numbers("thermostat_work") == std::vector<double>{-0.1});
    CHECK(chain.reader().numbers("thermostat_momentum") ==
          std::vector<double>{1e-300, 1e-300 + 1 / 3.0});
}

TEST_CASE("a checkpoint has no numbers that a thermostat does not have") {
    const auto rescaling = stored(VelocityRescaling{0.5}, state_with(0));
    CHECK(rescaling.reader().text("thermostat") == "velocity_rescaling");
    CHECK(rescaling.reader().values_named("thermostat") ==
          std::vector<std::string>{"thermostat_work"});
}

TEST_CASE("a checkpoint of no thermostat says so") {
    const auto none = stored(std::nullopt, state_with(1));
    CHECK(none.reader().text("thermostat").empty());
    CHECK(none.reader().values_named("thermostat").empty());
}

TEST_CASE("the state that a checkpoint of version 0.2.0 has behind the time is read") {
    CHECK(unnamed({7.5, -0.1, 1e-300, 1e-300 + 1 / 3.0}).state() == state_with(2));
    CHECK(unnamed({7.5, -0.1}).state() == state_with(0));
    CHECK(unnamed({7.5}).state() == ThermostatState{});
}

TEST_CASE("a thermostat that this version does not know is refused by its name") {
    const std::string said = named("andersen", {0.5}, {1, 2}).refusal();
    CHECK_THAT(said, ContainsSubstring("\"andersen\""));
    CHECK_THAT(said, ContainsSubstring("does not know"));
}

TEST_CASE("a state that no thermostat has is refused") {
    const double bad = GENERATE(std::numeric_limits<double>::quiet_NaN(), infinity, -infinity);
    const std::vector<double> many(longest_chain + 1, 0.5);
    for (const std::string& said :
         {named("nose_hoover", {bad}, {1, 2}).refusal(),
          named("nose_hoover", {0.5}, {1, bad}).refusal(),
          named("nose_hoover", {}, {1, 2}).refusal(),
          named("nose_hoover", {0.5, 0.5}, {1, 2}).refusal(),
          named("nose_hoover", {0.5}, many).refusal(), unnamed({7.5, bad, 1, 2}).refusal(),
          unnamed({7.5, 0.5, bad}).refusal()})
        CHECK_THAT(said, ContainsSubstring("no run of mdsim wrote this checkpoint as it is"));
    CHECK(named("nose_hoover", {0.5}, {1, 2}).refusal().empty());
}

TEST_CASE("a state without the numbers of its thermostat is refused") {
    CheckpointContent content;
    content.texts.emplace_back("thermostat", "nose_hoover");
    content.values.emplace_back("thermostat_work", std::vector<double>{0.5});
    CHECK_THAT(Stored(std::move(content)).refusal(), ContainsSubstring("thermostat_momentum"));
}

TEST_CASE("a state is of the last stage with a thermostat that took a step") {
    const std::vector<StageSettings> stages{
        stage_of(Ensemble::langevin, 10), stage_of(Ensemble::nose_hoover, 10),
        stage_of(Ensemble::nve, 0), stage_of(Ensemble::velocity_rescaling, 10),
        stage_of(Ensemble::nve, 10)};
    const auto name = [&](std::size_t stage, Step done) {
        const Step first = 100;
        const auto found =
            thermostat_of(stages, {stage, first + done, first, 0, first, ThermostatState()});
        return found ? std::string(name_of(*found)) : "none";
    };
    CHECK(name(0, 0) == "none");
    CHECK(name(0, 10) == "none");
    CHECK(name(1, 0) == "none");
    CHECK(name(1, 1) == "nose_hoover");
    CHECK(name(2, 0) == "nose_hoover");
    CHECK(name(3, 0) == "nose_hoover");
    CHECK(name(3, 1) == "velocity_rescaling");
    CHECK(name(4, 0) == "velocity_rescaling");
    CHECK(name(4, 10) == "velocity_rescaling");
}
