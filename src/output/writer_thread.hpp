// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace mdsim {

/// Does output jobs in order while the run goes on.
///
/// With threads, jobs run on one thread of their own. At most two large jobs wait or run at a time:
/// a third submit waits, which bounds the memory of pending frames. Small jobs have a bound of
/// their own, so that a burst of rows does not hold up the run. Where small jobs come faster than
/// one a millisecond they may wait as long as that: to wake the thread for each would take its
/// submitter longer than most of them take.
///
/// Jobs of several ranks that call MPI need MPI_THREAD_MULTIPLE for that; without it use
/// Mode::synchronous, where submit does the job itself. Jobs may take their time; the run waits for
/// them no longer than for other ranks.
class WriterThread {
  public:
    enum class Mode { threaded, synchronous };
    /// What a job holds in memory: the data of atoms, or a few numbers.
    enum class Size { large, small };
    using Job = std::function<void()>;
    /// Is shown what a job threw, in the thread of the jobs, before any caller is.
    using OnFailure = std::function<void(const std::exception&)>;

    static constexpr std::size_t max_large = 2;
    static constexpr std::size_t max_small = 4096;

    /// `on_failure` is for jobs that have a thread of their own.
    explicit WriterThread(Mode mode, OnFailure on_failure = {});

    /// Waits for the pending jobs; a failure that nobody asked for is lost.
    ~WriterThread();

    WriterThread(const WriterThread&) = delete;
    WriterThread& operator=(const WriterThread&) = delete;

    /// Takes a job, which owns all it needs. Throws what an earlier job threw; the job is not taken
    /// then, and the jobs behind the failed one are dropped.
    void submit(Job job, Size size = Size::large);

    /// Returns when all jobs are done; throws what one of them threw.
    void flush();

  private:
    struct Entry {
        Job job;
        Size size{};
    };

    void run();
    /// Returns when there are jobs, or false when there will be none.
    bool wait_for_jobs(std::unique_lock<std::mutex>& lock);
    /// Takes the next large job, or small ones that follow each other.
    void take_jobs(std::vector<Entry>& taken);
    /// Does jobs until one fails, and throws what that threw.
    void do_all(std::vector<Entry>& jobs) const;
    /// The same; returns what was thrown, or null.
    std::exception_ptr failure_of(std::vector<Entry>& jobs) const;

    std::size_t& pending(Size size) { return size == Size::large ? large_ : small_; }
    bool is_full(Size size) const {
        return size == Size::large ? large_ >= max_large : small_ >= max_small;
    }
    /// Whether jobs must not wait for others to come.
    bool is_urgent() const;
    /// Waits for the thread, until `reached` or a failure.
    template <class Reached>
    void wait_until(std::unique_lock<std::mutex>& lock, const Reached& reached);
    void throw_failure();

    OnFailure on_failure_;
    std::mutex mutex_;
    std::condition_variable work_; ///< the thread waits for it
    std::condition_variable done_; ///< callers wait for it
    std::deque<Entry> jobs_;       ///< that nobody has begun
    std::size_t large_ = 0;        ///< pending jobs: those, and the ones in hand
    std::size_t small_ = 0;
    std::size_t callers_ = 0; ///< that wait
    bool asleep_ = false;     ///< the thread, until a job comes
    std::exception_ptr failure_;
    bool ending_ = false;
    std::thread thread_;
};

} // namespace mdsim
