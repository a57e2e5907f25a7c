// SPDX-License-Identifier: BSD-3-Clause
#include "output/writer_thread.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "support/catch.hpp"

using mdsim::WriterThread;

namespace {

/// A door that jobs wait at, so that tests need no clock.
class Gate {
  public:
    void open() {
        const std::lock_guard<std::mutex> lock(mutex_);
        open_ = true;
        changed_.notify_all();
    }
    void pass() {
        std::unique_lock<std::mutex> lock(mutex_);
        changed_.wait(lock, [&] { return open_; });
    }

  private:
    std::mutex mutex_;
    std::condition_variable changed_;
    bool open_ = false;
};

} // namespace

TEST_CASE("jobs run in order, with and without a thread", "[writer_thread]") {
    const auto mode = GENERATE(WriterThread::Mode::threaded, WriterThread::Mode::synchronous);
    std::vector<int> done;
    WriterThread writer(mode);
    for (int i = 0; i < 100; ++i) writer.submit([&done, i] { done.push_back(i); });
    writer.flush();
    REQUIRE(done.size() == 100);
    for (int i = 0; i < 100; ++i) CHECK(done[static_cast<std::size_t>(i)] == i);
}

TEST_CASE("without a thread the caller does the job", "[writer_thread]") {
    WriterThread writer(WriterThread::Mode::synchronous);
    const auto self = std::this_thread::get_id();
    std::thread::id runner;
    writer.submit([&] { runner = std::this_thread::get_id(); });
    CHECK(runner == self);
    CHECK_THROWS_AS(writer.submit([] { throw std::runtime_error("full"); }), std::runtime_error);
}

TEST_CASE("with a thread the caller goes on until two jobs are pending", "[writer_thread]") {
    WriterThread writer(WriterThread::Mode::threaded);
    Gate gate;
    std::atomic<int> done{0};
    const auto job = [&] {
        gate.pass();
        ++done;
    };
    writer.submit(job);
    writer.submit(job);
    CHECK(done == 0);
    std::atomic<bool> third_taken{false};
    std::thread helper([&] {
        writer.submit(job);
        third_taken = true;
    });
    CHECK_FALSE(third_taken); // cannot be true while the gate is shut
    gate.open();
    helper.join();
    writer.flush();
    CHECK(done == 3);
}

TEST_CASE("small jobs hold up the caller only when there are many", "[writer_thread]") {
    WriterThread writer(WriterThread::Mode::threaded);
    Gate gate;
    std::vector<int> done;
    const auto job = [&](int n) {
        return [&done, &gate, n] {
            gate.pass();
            done.push_back(n);
        };
    };
    const auto some = static_cast<int>(WriterThread::max_small - 1);
    writer.submit(job(0));
    for (int i = 1; i <= some; ++i) writer.submit(job(i), WriterThread::Size::small);
    writer.submit(job(some + 1));
    writer.submit(job(some + 2), WriterThread::Size::small);
    std::atomic<bool> one_more{false};
    std::thread helper([&] {
        writer.submit(job(some + 3), WriterThread::Size::small);
        one_more = true;
    });
    CHECK_FALSE(one_more); // cannot be true while the gate is shut
    gate.open();
    helper.join();
    writer.flush();
    REQUIRE(static_cast<int>(done.size()) == some + 4);
    for (int i = 0; i < some + 4; ++i) REQUIRE(done[static_cast<std::size_t>(i)] == i);
}

TEST_CASE("a small job is done though nobody waits for it", "[writer_thread]") {
    WriterThread writer(WriterThread::Mode::threaded);
    std::atomic<int> done{0};
    for (int i = 0; i < 20; ++i) {
        writer.submit([&] { ++done; }, WriterThread::Size::small);
        if (i % 2 == 0) continue; // sometimes the next one finds the thread asleep
        while (done <= i) std::this_thread::sleep_for(std::chrono::milliseconds(i));
    }
    CHECK(done == 20);
}

TEST_CASE("jobs behind a small one that failed are dropped, whatever their size",
          "[writer_thread]") {
    WriterThread writer(WriterThread::Mode::threaded);
    Gate gate;
    std::atomic<bool> dropped{true};
    writer.submit([&] { gate.pass(); });
    writer.submit([] { throw std::runtime_error("disk full"); }, WriterThread::Size::small);
    writer.submit([&] { dropped = false; }, WriterThread::Size::small);
    writer.submit([&] { dropped = false; });
    gate.open();
    CHECK_THROWS_WITH(writer.flush(), "disk full");
    CHECK(dropped);
    for (int i = 0; i < 3; ++i) { // all places are free again
        writer.submit([] {});
        writer.flush();
    }
}

TEST_CASE("a failure is shown where it happens", "[writer_thread]") {
    std::string shown;
    std::thread::id where;
    WriterThread writer(WriterThread::Mode::threaded, [&](const std::exception& error) {
        shown = error.what();
        where = std::this_thread::get_id();
    });
    writer.submit([] { throw std::runtime_error("disk full"); });
    CHECK_THROWS_WITH(writer.flush(), "disk full");
    CHECK(shown == "disk full");
    CHECK(where != std::this_thread::get_id());
}

TEST_CASE("a failure reaches the caller at the next call, once", "[writer_thread]") {
    WriterThread writer(WriterThread::Mode::threaded);
    Gate gate;
    std::atomic<bool> dropped{true};
    writer.submit([&] {
        gate.pass();
        throw std::runtime_error("disk full");
    });
    writer.submit([&] { dropped = false; });
    gate.open();
    CHECK_THROWS_WITH(writer.flush(), "disk full");
    CHECK(dropped);
    int later = 0;
    writer.submit([&] { later = 1; });
    writer.flush();
    CHECK(later == 1);
}

TEST_CASE("a failure reaches a caller who waits for a free place", "[writer_thread]") {
    WriterThread writer(WriterThread::Mode::threaded);
    const auto fill = [&] {
        for (int i = 0; i < 3; ++i) writer.submit([] { throw std::runtime_error("disk full"); });
        writer.flush();
    };
    CHECK_THROWS_WITH(fill(), "disk full");
}

TEST_CASE("the end waits for pending jobs", "[writer_thread]") {
    int done = 0;
    {
        WriterThread writer(WriterThread::Mode::threaded);
        writer.submit([&] { ++done; });
        writer.submit([&] { ++done; });
    }
    CHECK(done == 2);
}
