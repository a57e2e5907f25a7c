// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>

namespace mdsim {

/// Does output jobs in order while the run goes on.
///
/// With threads, jobs run on one thread of their own, and at most two wait or run at a time: a
/// third submit waits, which bounds the memory of pending frames. Jobs of several ranks that call
/// MPI need MPI_THREAD_MULTIPLE for that; without it use Mode::synchronous, where submit does the
/// job itself. Jobs may take their time; the run waits for them no longer than for other ranks.
class WriterThread {
  public:
    enum class Mode { threaded, synchronous };
    static constexpr std::size_t max_pending = 2;

    explicit WriterThread(Mode mode);

    /// Waits for the pending jobs; a failure that nobody asked for is lost.
    ~WriterThread();

    WriterThread(const WriterThread&) = delete;
    WriterThread& operator=(const WriterThread&) = delete;

    /// Takes a job, which owns all it needs. Throws what an earlier job threw; the job is not taken
    /// then, and the jobs behind the failed one are dropped.
    void submit(std::function<void()> job);

    /// Returns when all jobs are done; throws what one of them threw.
    void flush();

  private:
    void run();
    void throw_failure(std::unique_lock<std::mutex>& lock);

    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<std::function<void()>> jobs_; ///< the first one may be running
    std::exception_ptr failure_;
    bool ending_ = false;
    std::thread thread_;
};

} // namespace mdsim
