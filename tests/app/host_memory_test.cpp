// SPDX-License-Identifier: BSD-3-Clause
// What machine, control groups and disk leave to a run.
#include "app/host_memory.hpp"

#include <filesystem>

#include "app/disk_forecast.hpp"
#include "app/host_forecast.hpp"
#include "app_cases.hpp"
#include "support/catch.hpp"

using namespace mdsim;
namespace fs = std::filesystem;

namespace {

/// A folder that stands for /, removed at the end; its machine has 1000 KiB, 800 of them free.
struct Root : TestFolder {
    Root() : TestFolder("mdsim_host_memory_test") {
        write("proc/meminfo", "MemTotal:  1000 kB\nMemFree:  1 kB\nMemAvailable:  800 kB\n");
    }
};

Config liquid(const std::vector<std::string>& overrides) {
    return read_config(fs::path(MDSIM_SOURCE_DIR) / "inputs/lj_liquid.toml", overrides);
}

} // namespace

TEST_CASE("ranks share the memory of a machine without control groups") {
    const Root root;
    const HostMemory whole = host_memory(1, root.path());
    CHECK(whole.most == 1000 * 1024);
    CHECK(whole.free == 800 * 1024);
    CHECK(whole.limit == "this machine");
    CHECK(host_memory(4, root.path()).free == 200 * 1024);
}

TEST_CASE("the tightest of the groups around a process counts, less files that may go") {
    const Root root;
    root.write("proc/self/cgroup", "0::/job/step\n");
    root.write("sys/fs/cgroup/job/step/memory.max", "max\n");
    root.write("sys/fs/cgroup/job/memory.max", "500000\n");
    root.write("sys/fs/cgroup/job/memory.current", "400000\n");
    root.write("sys/fs/cgroup/job/memory.stat", "anon 1\ninactive_file 150000\n");
    const HostMemory memory = host_memory(1, root.path());
    CHECK(memory.most == 500000);
    CHECK(memory.free == 250000);
    CHECK(memory.limit == "its control group");
}

TEST_CASE("control groups of the first version are read too") {
    const Root root;
    root.write("proc/self/cgroup", "9:cpu,memory:/docker\n0::/\n");
    root.write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
    root.write("sys/fs/cgroup/memory/docker/memory.limit_in_bytes", "300000\n");
    root.write("sys/fs/cgroup/memory/docker/memory.usage_in_bytes", "100000\n");
    const HostMemory memory = host_memory(1, root.path());
    CHECK(memory.most == 300000);
    CHECK(memory.free == 200000);
}

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
            check_host_memory(config, parts, alone());
        } catch (const InputError& error) {
            told = error.what();
        }
        CHECK(told.find(key) != std::string::npos);
        CHECK(told.find("images included") != std::string::npos);
    }
    const Config config = liquid({});
    SystemParts parts = assemble_system(config, alone(), Processor{});
    CHECK_NOTHROW(check_host_memory(config, parts, alone()));
}

TEST_CASE("the disk must hold frames, rows and checkpoints") {
    const Config config = liquid({"stage.0.trajectory_every=1", "stage.1.trajectory_every=0",
                                  "checkpoint.keep=1", "trajectory.fields=[\"position\"]"});
    Box box;
    box.edges = {10, 0, 10, 0, 0, 10};
    DiskForecast f = forecast_disk(config, box, 1000, {"no/such/folder"}, EarlierRun::replaced);
    CHECK(f.frame_count == 2001);
    CHECK(f.frames == Approx(2001 * 12000).epsilon(0.02));
    CHECK(f.checkpoints == Approx(3 * 52 * 1000));
    CHECK(f.there == 0);
    CHECK(f.free > 0);
    f.free = 1e6;
    CHECK_FALSE(f.fits());
    CHECK(disk_warning(f).find("too small") != std::string::npos);
    f.there = 1e9;
    CHECK(f.fits());
    CHECK(disk_warning(f).empty());
    const Config rounded = liquid({"stage.0.trajectory_every=1", "stage.1.trajectory_every=0",
                                   "trajectory.precision=3", "trajectory.fields=[\"position\"]"});
    const DiskForecast less = forecast_disk(rounded, box, 1000, {"x"}, EarlierRun::moved_aside);
    CHECK(less.frames == Approx(2001 * 1000 * 3 * 14 / 8.0).epsilon(0.05));
}
