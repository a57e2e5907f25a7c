// SPDX-License-Identifier: BSD-3-Clause
#include "support/catch.hpp"

#include <atomic>
#include <chrono>
#include <csignal>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include "core/wait_watch.hpp"

using namespace mdsim;
using namespace std::chrono_literals;

namespace {

using Clock = std::chrono::steady_clock;

/// What a watch has told; a wait can go on until it has told something.
struct Told {
    std::atomic<int> times = 0;
    std::string call;
    WaitWatch::Limit limit{};

    WaitWatch::Act act() {
        return [this](const WaitWatch::Overdue& overdue) {
            call = overdue.call;
            limit = overdue.limit;
            ++times;
        };
    }
    void wait() const {
        while (times == 0) std::this_thread::sleep_for(1ms);
    }
};

} // namespace

TEST_CASE("a wait that lasts too long is told once, by its name") {
    Told told;
    const WaitWatch watch(WaitWatch::Limit(0.05), told.act());
    const Waiting waiting("MPI_Barrier");
    told.wait();
    std::this_thread::sleep_for(100ms);
    CHECK(told.times == 1);
    CHECK(told.call == "MPI_Barrier");
}

TEST_CASE("a wait may have a limit of its own, below that of the watch") {
    Told told;
    const WaitWatch watch(WaitWatch::Limit(3600), told.act());
    const Waiting other("MPI_Waitall");
    const Waiting waiting("opening a file", Waiting::Limit(0.05));
    told.wait();
    CHECK(told.call == "opening a file");
    CHECK(told.limit == Waiting::Limit(0.05));
}

TEST_CASE("patience comes on top of a limit and is not told") {
    Told told;
    const Clock::time_point began = Clock::now();
    const WaitWatch watch(WaitWatch::Limit(0.05), told.act(), WaitWatch::Limit(0.3));
    const Waiting waiting("MPI_Barrier");
    told.wait();
    CHECK(Clock::now() - began > 300ms);
    CHECK(told.limit == WaitWatch::Limit(0.05));
}

TEST_CASE("the wait of one thread is told while others come and go") {
    Told told;
    const WaitWatch watch(WaitWatch::Limit(1.0), told.act());
    std::thread stuck([&] {
        const Waiting waiting("MPI_Waitall");
        told.wait();
    });
    while (told.times == 0) {
        const Waiting waiting("MPI_Bcast");
        std::this_thread::sleep_for(1ms);
    }
    stuck.join();
    CHECK(told.call == "MPI_Waitall");
}

TEST_CASE("many waits, none of which lasts long, are nothing to tell") {
    Told told;
    {
        const WaitWatch watch(WaitWatch::Limit(2.0), told.act());
        const auto end = Clock::now() + 2500ms;
        while (Clock::now() < end) {
            const Waiting outer("MPI_Allreduce");
            const Waiting inner("MPI_Bcast");
            std::this_thread::sleep_for(1ms);
        }
    }
    CHECK(told.times == 0);
}

TEST_CASE("a wait with a limit of its own is told of a thread that may take its time, too") {
    Told told;
    std::thread writer([&] {
        Waiting::leave_out_this_thread();
        const Waiting waiting("opening a file", Waiting::Limit(0.05));
        told.wait();
    });
    {
        const WaitWatch watch(WaitWatch::Limit(3600), told.act());
        writer.join();
    }
    CHECK(told.call == "opening a file");
}

TEST_CASE("a thread that may take its time is left out, but not the wait for it") {
    Told told;
    std::thread writer([&] {
        Waiting::leave_out_this_thread();
        const Waiting waiting("MPI_Gather");
        told.wait();
    });
    {
        const WaitWatch watch(WaitWatch::Limit(0.05), told.act());
        std::this_thread::sleep_for(300ms);
        CHECK(told.times == 0);
        const Waiting waiting("writing files");
        told.wait();
    }
    writer.join();
    CHECK(told.call == "writing files");
}

TEST_CASE("a watch ends at once though its limit is far away") {
    const auto started = Clock::now();
    Told told;
    { const WaitWatch watch(WaitWatch::Limit(1e6), told.act()); }
    CHECK(Clock::now() - started < 5s);
    CHECK(told.times == 0);
}

namespace {

/// Starts a process that waits until its watch tells of it, after so many seconds.
pid_t waiting_process(double seconds) {
    const pid_t child = ::fork();
    if (child != 0) return child;
    Told told;
    {
        const WaitWatch watch(WaitWatch::Limit(seconds), told.act());
        const Waiting waiting("MPI_Barrier");
        told.wait();
    }
    ::_exit(0);
}

void run_then_stop(pid_t child, std::chrono::milliseconds run, std::chrono::milliseconds stop) {
    std::this_thread::sleep_for(run);
    ::kill(child, SIGSTOP);
    std::this_thread::sleep_for(stop);
    ::kill(child, SIGCONT);
}

bool has_ended(pid_t child) { return ::waitpid(child, nullptr, WNOHANG) == child; }

} // namespace

TEST_CASE("time in which a process is stopped does not count, the time between does") {
    const pid_t child = waiting_process(3.0);
    REQUIRE(child > 0);
    for (int turn = 0; turn < 4; ++turn) run_then_stop(child, 50ms, 1000ms);
    std::this_thread::sleep_for(50ms);
    bool ended = has_ended(child);
    CHECK_FALSE(ended);
    for (int turn = 0; turn < 200 && !ended; ++turn) {
        run_then_stop(child, 200ms, 100ms);
        ended = has_ended(child);
    }
    CHECK(ended);
    if (!ended) ::kill(child, SIGKILL);
}
