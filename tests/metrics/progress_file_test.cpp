// SPDX-License-Identifier: BSD-3-Clause
#include "metrics/progress_file.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "core/error.hpp"
#include "support/app_cases.hpp"
#include "support/catch.hpp"

using namespace mdsim;

TEST_CASE("progress is one JSON object", "[progress]") {
    const TestFolder folder("mdsim_progress_file_test");
    RunReadings progress;
    progress.stage = "production \"a\"";
    progress.step = 250;
    progress.last_step = 1000;
    progress.steps_per_second = 12.5;
    progress.seconds_left = 60.0;
    progress.checkpoint = 200;
    progress.checkpoint_path = "out/checkpoint.h5";
    const std::filesystem::path path = folder.path() / "progress.json";
    ProgressFile(path.string()).write(progress);
    std::ifstream in(path);
    const auto json = nlohmann::json::parse(in);
    CHECK(json["state"] == "running");
    CHECK(json["stage"] == "production \"a\"");
    CHECK(json["step"] == 250);
    CHECK(json["fraction"] == 0.25);
    CHECK(json["seconds_left"] == 60.0);
    CHECK(json["checkpoint"]["step"] == 200);
    CHECK(json["checkpoint"]["path"] == "out/checkpoint.h5");
    CHECK_FALSE(std::filesystem::exists(path.string() + ".tmp"));
}

TEST_CASE("what is not known is null", "[progress]") {
    RunReadings progress;
    progress.state = RunState::failed;
    progress.message = "no space, file \xff";
    progress.steps_per_second = INFINITY;
    const auto json = nlohmann::json::parse(progress_text(progress));
    CHECK(json["state"] == "failed");
    CHECK(json["seconds_left"].is_null());
    CHECK(json["steps_per_second"].is_null());
    CHECK(json["checkpoint"].is_null());
    CHECK(json["fraction"] == 1.0);
    CHECK(json.contains("message"));
    for (const char* name :
         {"simulated_per_day", "temperature", "conserved_energy", "energy_drift", "imbalance"})
        CHECK(json[name].is_null());
    CHECK(json["rebuilds"]["interval"].is_null());
    for (const char* name : {"atoms_bytes", "process_bytes", "host_free_bytes"})
        CHECK(json["memory"][name].is_null());
    CHECK(json["rank_waits"] == nlohmann::json::array());
    CHECK(json["gpus"] == nlohmann::json::array());
}

TEST_CASE("progress holds what the run and its machine do, with units", "[progress]") {
    RunReadings run;
    run.identity.temperature_unit = "K";
    run.identity.speed_unit = "ns";
    run.simulated_per_day = 0.75;
    run.temperature = 300;
    run.drift = DriftReading{1e-3, 2e-4, "eV", "ns", 5e-4};
    run.rebuilds = 3;
    run.rebuild_steps = 36;
    run.imbalance = 1.25;
    run.waits = {0.5, 0};
    run.bytes = 4096;
    run.machine.host = {1e6, 2e6};
    run.machine.gpus = {{{1, {0, 0x1b, 0}, "H100", "GPU-1", 0.5, 1e9, 8e10, 300, {}, 60}, {0, 3}}};
    const auto json = nlohmann::json::parse(progress_text(run));
    CHECK(json["simulated_per_day"] == nlohmann::json{{"value", 0.75}, {"unit", "ns"}});
    CHECK(json["temperature"] == nlohmann::json{{"value", 300}, {"unit", "K"}});
    CHECK(json["energy_drift"]["rate_per_atom"] == 1e-3);
    CHECK(json["energy_drift"]["time_unit"] == "ns");
    CHECK(json["energy_drift"]["thermal_ratio"] == 5e-4);
    CHECK(json["rebuilds"]["interval"] == 12);
    CHECK(json["imbalance"] == 1.25);
    CHECK(json["rank_waits"] == nlohmann::json{0.5, 0});
    CHECK(json["memory"]["atoms_bytes"] == 4096);
    CHECK(json["memory"]["process_bytes"] == 1e6);
    CHECK(json["memory"]["host_free_bytes"] == 2e6);
    const auto& gpu = json["gpus"].at(0);
    CHECK(gpu["number"] == 1);
    CHECK(gpu["ranks"] == nlohmann::json{0, 3});
    CHECK(gpu["utilization"] == 0.5);
    CHECK(gpu["memory_used_bytes"] == 1e9);
    CHECK(gpu["power_watts"] == 300);
    CHECK(gpu["clock_hertz"].is_null());
    CHECK(gpu["temperature_celsius"] == 60);
}

TEST_CASE("progress that cannot be written is an error", "[progress]") {
    const TestFolder folder("mdsim_progress_file_test");
    const std::string path = (folder.path() / "none/progress.json").string();
    CHECK_THROWS_AS(ProgressFile(path).write({}), EnvironmentError);
}
