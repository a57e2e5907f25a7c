// SPDX-License-Identifier: BSD-3-Clause
#include "output/writer_thread.hpp"

#include <chrono>
#include <utility>

#include "core/contract.hpp"
#include "core/leave_pinned_core.hpp"
#include "core/quiet_thread.hpp"
#include "core/wait_watch.hpp"

namespace mdsim {

namespace {

/// What the run waits for where it waits for its files.
constexpr const char* waiting_for_files = "writing files";

constexpr std::chrono::milliseconds nap{1}; ///< of the thread, while small jobs gather
constexpr std::size_t most_together = 256;  ///< small jobs, between two looks at the others

} // namespace

WriterThread::WriterThread(Mode mode, OnFailure on_failure) : on_failure_(std::move(on_failure)) {
    if (mode == Mode::threaded) thread_ = quiet_thread([this] { run(); });
}

WriterThread::~WriterThread() {
    if (!thread_.joinable()) return;
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        ending_ = true;
    }
    work_.notify_one();
    const Waiting waiting(waiting_for_files);
    thread_.join();
}

void WriterThread::submit(Job job, Size size) {
    MDSIM_EXPECT(job != nullptr);
    if (!thread_.joinable()) {
        const Waiting waiting(waiting_for_files);
        job();
        return;
    }
    std::unique_lock<std::mutex> lock(mutex_);
    if (is_full(size)) wait_until(lock, [&] { return !is_full(size); });
    throw_failure();
    jobs_.push_back({std::move(job), size});
    ++pending(size);
    MDSIM_ENSURE(large_ <= max_large && small_ <= max_small);
    const bool wake = std::exchange(asleep_, false) || is_urgent();
    lock.unlock();
    if (wake) work_.notify_one();
}

void WriterThread::flush() {
    std::unique_lock<std::mutex> lock(mutex_);
    if (large_ + small_ > 0) wait_until(lock, [&] { return large_ + small_ == 0; });
    throw_failure();
}

template <class Reached>
void WriterThread::wait_until(std::unique_lock<std::mutex>& lock, const Reached& reached) {
    const Waiting waiting(waiting_for_files);
    ++callers_;
    work_.notify_one();
    done_.wait(lock, [&] { return reached() || failure_; });
    --callers_;
}

/// Hands a failure to the caller; the jobs behind the failed one were dropped with it.
void WriterThread::throw_failure() {
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

bool WriterThread::is_urgent() const {
    return ending_ || callers_ > 0 || large_ > 0 || small_ > max_small / 2;
}

bool WriterThread::wait_for_jobs(std::unique_lock<std::mutex>& lock) {
    asleep_ = true;
    work_.wait(lock, [&] { return ending_ || !jobs_.empty(); });
    asleep_ = false;
    return !jobs_.empty();
}

void WriterThread::take_jobs(std::vector<Entry>& taken) {
    MDSIM_EXPECT(taken.empty() && !jobs_.empty());
    const Size size = jobs_.front().size;
    const std::size_t most = size == Size::large ? 1 : most_together;
    while (!jobs_.empty() && jobs_.front().size == size && taken.size() < most) {
        taken.push_back(std::move(jobs_.front()));
        jobs_.pop_front();
    }
}

void WriterThread::do_all(std::vector<Entry>& jobs) const {
    try {
        for (Entry& entry : jobs) entry.job();
    } catch (const std::exception& error) {
        if (on_failure_) on_failure_(error);
        throw;
    }
}

std::exception_ptr WriterThread::failure_of(std::vector<Entry>& jobs) const {
    try {
        do_all(jobs);
    } catch (...) {
        return std::current_exception();
    }
    return nullptr;
}

void WriterThread::run() {
    leave_pinned_core();
    Waiting::leave_out_this_thread();
    std::vector<Entry> jobs; // in hand
    std::unique_lock<std::mutex> lock(mutex_);
    while (wait_for_jobs(lock)) {
        take_jobs(jobs);
        const Size size = jobs.front().size;
        const std::size_t taken = jobs.size();
        lock.unlock();
        const std::exception_ptr thrown = failure_of(jobs);
        jobs.clear(); // frees what they own before the next one begins
        lock.lock();
        pending(size) -= taken;
        if (thrown) {
            failure_ = thrown;
            jobs_.clear();
            large_ = small_ = 0;
        }
        if (callers_ > 0) done_.notify_all();
        if (size == Size::small && jobs_.empty())
            work_.wait_for(lock, nap, [this] { return is_urgent(); });
    }
}

} // namespace mdsim
