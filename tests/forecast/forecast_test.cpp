// SPDX-License-Identifier: BSD-3-Clause
// What a run needs of memory and disk, and what is refused.
#include <filesystem>

#include "forecast/disk_forecast.hpp"
#include "forecast/host_forecast.hpp"
#include "setup/atoms_fit.hpp"
#include "support/app_cases.hpp"
#include "support/catch.hpp"

using namespace mdsim;
namespace fs = std::filesystem;

namespace {

Config liquid(const std::vector<std::string>& overrides) {
    return read_config(fs::path(MDSIM_SOURCE_DIR) / "inputs/lj_liquid.toml", overrides);
}

} // namespace

TEST_CASE("atoms that no machine holds are refused before they are made") {
    CHECK_NOTHROW(check_atoms_fit(1000, alone()));
    CHECK_THROWS_AS(check_atoms_fit(std::int64_t{1} << 44, alone()), InputError);
    const Config config = liquid({"system.lattice.cells=[10000,10000,10000]"});
    CHECK_THROWS_AS(assemble_system(config, alone(), Processor{}), InputError);
}

TEST_CASE("lists that no machine holds are refused by the key that asks for them") {
    for (const std::string key : {"neighbor.skin", "pair.cutoff"}) {
        const Config config = liquid({key + "=1e6", "stage.0.time_step=0.001"});
        SystemParts parts = assemble_system(config, alone(), Processor{});
        std::string told;
        try {
            check_host_memory(parts, alone());
        } catch (const InputError& error) {
            told = error.what();
        }
        CHECK(told.find(key) != std::string::npos);
        CHECK(told.find("images included") != std::string::npos);
    }
    const Config config = liquid({});
    SystemParts parts = assemble_system(config, alone(), Processor{});
    CHECK_NOTHROW(check_host_memory(parts, alone()));
}

TEST_CASE("the disk must hold frames, rows and checkpoints") {
    const Config config = liquid({"stage.0.trajectory_every=1", "stage.1.trajectory_every=0",
                                  "checkpoint.keep=1", "trajectory.fields=[\"position\"]"});
    Box box;
    box.edges = {10, 0, 10, 0, 0, 10};
    DiskForecast f =
        forecast_disk(config.stages, config, config.run.precision, box, 1000, "no/such/folder", 0);
    CHECK(f.frame_count == 2001);
    CHECK(f.frames == Approx(2001 * 12000).epsilon(0.02));
    CHECK(f.checkpoints == Approx(3 * 52 * 1000));
    CHECK(f.measures == 0);
    CHECK(f.there == 0);
    CHECK(f.free > 0);
    f.free = 1e6;
    CHECK_FALSE(f.fits());
    CHECK(disk_warning(f).find("too small") != std::string::npos);
    f.there = 1e9;
    CHECK(f.fits());
    CHECK(disk_warning(f).empty());
    const Config measured = liquid({"stage.0.trajectory_every=1", "stage.1.trajectory_every=0",
                                    "cna.every=10", "trajectory.fields=[\"position\", \"cna\"]"});
    const DiskForecast more =
        forecast_disk(measured.stages, measured, measured.run.precision, box, 1000, "x", 0);
    CHECK(more.frames == Approx(2001 * (13000 + 246)).epsilon(0.02)); // a byte for each kind
    CHECK(more.measures > 0);
    CHECK(disk_text(more).find("for tables of structure") != std::string::npos);
    const Config rounded = liquid({"stage.0.trajectory_every=1", "stage.1.trajectory_every=0",
                                   "trajectory.precision=3", "trajectory.fields=[\"position\"]"});
    const DiskForecast less =
        forecast_disk(rounded.stages, rounded, rounded.run.precision, box, 1000, "x", 0);
    CHECK(less.frames == Approx(2001 * (1000 * 3 * 14 / 8.0 + 246)).epsilon(0.05));
    const Config images = liquid({"stage.0.trajectory_every=1", "stage.1.trajectory_every=0"});
    const DiskForecast both =
        forecast_disk(images.stages, images, images.run.precision, box, 1000, "no/such/folder", 0);
    CHECK(both.frames == Approx(2001 * (15000 + 246)).epsilon(0.02));
}
