// SPDX-License-Identifier: BSD-3-Clause
#include "output/writer_thread.hpp"

#include <csignal>
#include <pthread.h>
#include <utility>

namespace mdsim {

namespace {

std::exception_ptr failure_of(const std::function<void()>& job) {
    try {
        job();
    } catch (...) {
        return std::current_exception();
    }
    return nullptr;
}

} // namespace

WriterThread::WriterThread(Mode mode) {
    if (mode == Mode::synchronous) return;
    // Signals belong to the main thread: the new thread inherits a mask that blocks them all.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    try {
        thread_ = std::thread([this] { run(); });
    } catch (...) {
        pthread_sigmask(SIG_SETMASK, &before, nullptr);
        throw;
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

WriterThread::~WriterThread() {
    if (!thread_.joinable()) return;
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        ending_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

void WriterThread::submit(std::function<void()> job) {
    if (!thread_.joinable()) {
        job();
        return;
    }
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [&] { return jobs_.size() < max_pending || failure_; });
    throw_failure(lock);
    jobs_.push_back(std::move(job));
    lock.unlock();
    changed_.notify_all();
}

void WriterThread::flush() {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [&] { return jobs_.empty(); });
    throw_failure(lock);
}

/// Waits until the failed job's followers are dropped, then hands the failure to the caller.
void WriterThread::throw_failure(std::unique_lock<std::mutex>& lock) {
    if (!failure_) return;
    changed_.wait(lock, [&] { return jobs_.empty(); });
    std::rethrow_exception(std::exchange(failure_, nullptr));
}

void WriterThread::run() {
    std::unique_lock<std::mutex> lock(mutex_);
    while (true) {
        changed_.wait(lock, [&] { return ending_ || !jobs_.empty(); });
        if (jobs_.empty()) return;
        std::function<void()> job = std::move(jobs_.front());
        lock.unlock();
        const std::exception_ptr thrown = failure_of(job);
        job = nullptr; // frees what it owns before the next one begins
        lock.lock();
        if (thrown) {
            failure_ = thrown;
            jobs_.clear();
        } else {
            jobs_.pop_front();
        }
        changed_.notify_all();
    }
}

} // namespace mdsim
