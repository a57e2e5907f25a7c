// SPDX-License-Identifier: BSD-3-Clause
#include "support/catch.hpp"

#include <atomic>
#include <string>
#include <thread>

#include "core/wait_watch.hpp"

using namespace mdsim;
using namespace std::chrono_literals;

namespace {

/// What a watch has told; a wait can go on until it has told something.
struct Told {
    std::atomic<int> times = 0;
    std::string call;

    WaitWatch::Act act() {
        return [this](const char* name) {
            call = name;
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
        const auto end = Waiting::Clock::now() + 2500ms;
        while (Waiting::Clock::now() < end) {
            const Waiting outer("MPI_Allreduce");
            const Waiting inner("MPI_Bcast");
            std::this_thread::sleep_for(1ms);
        }
    }
    CHECK(told.times == 0);
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
    const auto begun = Waiting::Clock::now();
    Told told;
    { const WaitWatch watch(WaitWatch::Limit(1e6), told.act()); }
    CHECK(Waiting::Clock::now() - begun < 5s);
    CHECK(told.times == 0);
}
