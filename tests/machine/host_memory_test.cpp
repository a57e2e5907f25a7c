// SPDX-License-Identifier: BSD-3-Clause
// What machine and control groups leave to a run.
#include "machine/host_memory.hpp"

#include <filesystem>

#include "support/app_cases.hpp"
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
