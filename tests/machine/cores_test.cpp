// SPDX-License-Identifier: BSD-3-Clause
#include "machine/cores.hpp"

#include <fmt/format.h>

#include <cmath>

#include "machine/core_waits.hpp"
#include "support/app_cases.hpp"
#include "support/catch.hpp"

using namespace mdsim;

namespace {

struct Root : TestFolder {
    Root() : TestFolder("mdsim_cores_test") {}
};

} // namespace

TEST_CASE("control groups of both versions limit cores, the tightest of all around") {
    const Root root;
    CHECK(std::isinf(cores_of_control_groups(root.path())));
    root.write("proc/self/cgroup", "0::/jobs/one\n");
    root.write("sys/fs/cgroup/jobs/one/cpu.max", "max 100000\n");
    CHECK(std::isinf(cores_of_control_groups(root.path())));
    root.write("sys/fs/cgroup/jobs/cpu.max", "250000 100000\n");
    CHECK(cores_of_control_groups(root.path()) == 2.5);
    root.write("sys/fs/cgroup/jobs/one/cpu.max", "50000 100000\n");
    CHECK(cores_of_control_groups(root.path()) == 0.5);

    root.write("proc/self/cgroup", "4:cpu,cpuacct:/old\n3:memory:/other\n");
    root.write("sys/fs/cgroup/cpu/old/cpu.cfs_quota_us", "-1\n");
    root.write("sys/fs/cgroup/cpu/old/cpu.cfs_period_us", "100000\n");
    CHECK(std::isinf(cores_of_control_groups(root.path())));
    root.write("sys/fs/cgroup/cpu/old/cpu.cfs_quota_us", "300000\n");
    CHECK(cores_of_control_groups(root.path()) == 3);
}

TEST_CASE("ranks share the cores of their host") {
    CHECK(usual_threads({16, 16}, 1) == 16);
    CHECK(usual_threads({16, 32}, 2) == 16); // each bound to a socket
    CHECK(usual_threads({32, 32}, 4) == 8);
    CHECK(usual_threads({1, 8}, 8) == 1); // each bound to a core
    CHECK(usual_threads({2, 2}, 5) == 1);
    const Cores here = usable_cores(alone());
    CHECK(here.own >= 1);
    CHECK(here.node >= here.own);
}

TEST_CASE("more threads than cores are told") {
    CHECK(threads_advice({4, 4}, 4, 4, 1).empty());
    CHECK(threads_advice({4, 4}, 1, 4, 4).empty());
    const std::string many_ranks = threads_advice({4, 4}, 1, 8, 8);
    CHECK(many_ranks.find("8 ranks of 1 thread share 4 cores") == 0);
    CHECK(many_ranks.find("than with 4 ranks") != std::string::npos);
    CHECK(threads_advice({2, 2}, 64, 64, 1).find("64 threads share 2 cores") == 0);
    CHECK(threads_advice({8, 8}, 4, 16, 4).find("4 ranks of 4 threads share 8 cores") == 0);
    CHECK(threads_advice({1, 8}, 4, 8, 2).find("4 threads are confined to 1 core") == 0);
}

TEST_CASE("cores count as busy that were so and still are") {
    const Root root;
    CHECK(busy_cores(1, root.path()) == 0);
    root.write("proc/loadavg", "3.26 4.27 3.37 4/163 5998\n");
    CHECK(busy_cores(1, root.path()) == 3);
    CHECK(busy_cores(2, root.path()) == 2);
    root.write("proc/loadavg", "3.26 4.27 3.37 1/163 5998\n"); // what was busy has ended
    CHECK(busy_cores(1, root.path()) == 0);
    root.write("proc/loadavg", "0.10 0.00 0.00 9/163 5998\n"); // busy for a moment
    CHECK(busy_cores(1, root.path()) < 0.2);
}

TEST_CASE("threads that would share a core with other programs are told") {
    CHECK(busy_advice(0, 2, 2).empty());
    CHECK(busy_advice(0.3, 2, 2).empty());
    CHECK(busy_advice(50, 64, 14).empty());
    CHECK(busy_advice(50, 64, 32).find("about 50 of the 64 cores of this machine busy") !=
          std::string::npos);
    CHECK(busy_advice(3, 2, 1).find("the run will be slower") != std::string::npos);
}

TEST_CASE("one thread that waits is not told to be fewer") {
    CHECK(core_waits_text(1, 0.4).find("fewer") == std::string::npos);
    CHECK(core_waits_text(1, 0.4).find("waited 40 %") != std::string::npos);
    CHECK(core_waits_text(4, 0.4).find("fewer (run.threads)") != std::string::npos);
}

TEST_CASE("waits for a core are counted where the system tells them") {
    const Root root;
    CHECK(!CoreWaits(root.path()).share(1));
    root.write("proc/self/task/7/schedstat", "5 1000000000 3\n");
    const CoreWaits waits(root.path());
    REQUIRE(waits.share(2));
    CHECK(*waits.share(2) == 0);
    root.write("proc/self/task/7/schedstat", "5 900000000000 3\n");
    root.write("proc/self/task/8/schedstat", "5 100000000000 3\n");
    CHECK(*waits.share(2) == 1);
}

TEST_CASE("waits of threads that give way to the others are not counted") {
    const Root root;
    const auto stat = [](int nice) {
        return fmt::format("7 (a name) with ) it) S 1 2 3 4 5 6 7 8 9 10 11 12 13 14 20 {} 4 0\n",
                           nice);
    };
    root.write("proc/self/task/7/schedstat", "5 0 3\n");
    root.write("proc/self/task/7/stat", stat(5));
    const CoreWaits waits(root.path());
    root.write("proc/self/task/8/schedstat", "5 900000000000 3\n");
    root.write("proc/self/task/8/stat", stat(19));
    CHECK(*waits.share(1) == 0);
    root.write("proc/self/task/8/stat", stat(5));
    CHECK(*waits.share(1) == 1);
}
