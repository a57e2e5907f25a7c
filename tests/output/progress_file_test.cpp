// SPDX-License-Identifier: BSD-3-Clause
#include "output/progress_file.hpp"

#include <nlohmann/json.hpp>

#include <cmath>

#include "core/error.hpp"
#include "output/durable_file.hpp"
#include "output/output_support.hpp"
#include "support/catch.hpp"

using namespace mdsim;
using namespace mdsim::test;

TEST_CASE("progress is one JSON object", "[progress]") {
    const TempDir dir;
    Progress progress;
    progress.stage = "production \"a\"";
    progress.step = 250;
    progress.total_steps = 1000;
    progress.steps_per_second = 12.5;
    progress.seconds_left = 60.0;
    progress.checkpoint_step = 200;
    progress.checkpoint_path = "out/checkpoint.h5";
    const ProgressFile file(dir.file("progress.json"));
    file.write(progress);
    const auto json = nlohmann::json::parse(read_file(dir.file("progress.json")));
    CHECK(json["state"] == "running");
    CHECK(json["stage"] == "production \"a\"");
    CHECK(json["step"] == 250);
    CHECK(json["fraction"] == 0.25);
    CHECK(json["seconds_left"] == 60.0);
    CHECK(json["checkpoint"]["step"] == 200);
    CHECK(json["checkpoint"]["path"] == "out/checkpoint.h5");
    CHECK_FALSE(file_exists(dir.file("progress.json.tmp")));
}

TEST_CASE("what is not known is null", "[progress]") {
    Progress progress;
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
}

TEST_CASE("readers of the progress always see a whole file", "[progress][crash]") {
    const TempDir dir;
    const ProgressFile file(dir.file("progress.json"));
    Progress progress;
    file.write(progress);
    for (int trial = 0; trial < 20; ++trial) {
        in_killed_child(
            [&] {
                for (progress.step = 0;; ++progress.step) file.write(progress);
            },
            500 + 97 * trial);
        CHECK(nlohmann::json::accept(read_file(dir.file("progress.json"))));
    }
}

TEST_CASE("progress that cannot be written is an error", "[progress]") {
    const TempDir dir;
    CHECK_THROWS_AS(ProgressFile(dir.file("none/progress.json")).write({}), EnvironmentError);
}
