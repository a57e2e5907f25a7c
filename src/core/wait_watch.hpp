// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace mdsim {

/// Something that the run waits for and other ranks have a part in, for as long as this lives.
class Waiting {
  public:
    using Limit = std::chrono::duration<double>;

    /// `call` names it, a literal. `limit` is how long it may last where that is less than the
    /// watch allows; zero: the watch alone decides.
    explicit Waiting(const char* call, Limit limit = Limit::zero());
    ~Waiting();
    Waiting(const Waiting&) = delete;
    Waiting& operator=(const Waiting&) = delete;

    /// For a thread that may take its time: from now on nobody looks after its waits, but for those
    /// with a limit of their own, and those of others for it.
    static void leave_out_this_thread();

  private:
    friend class WaitWatch;

    const char* call_;
    Limit limit_;
    bool watched_;
    int looks_ = 0; ///< of the watch
};

/// Looks after all waits of this process, in a thread of its own, for as long as it lives: a rank
/// that hangs must not let the others wait for ever. Time in which this process was stopped does
/// not count, as then the others may have been too: what counts is how often the watch looked.
class WaitWatch {
  public:
    using Limit = Waiting::Limit;
    /// What lasts too long.
    struct Overdue {
        const char* call = nullptr; ///< null: nothing does
        Limit limit{};              ///< how long it was allowed to last
    };
    /// Called once with it, in the thread of the watch, which the wait may outlive.
    using Act = std::function<void(const Overdue& overdue)>;

    /// `patience` comes on top of every limit and is not reported: ranks that all wait have
    /// different ones, so that one of them speaks.
    WaitWatch(Limit limit, Act act, Limit patience = Limit::zero());
    ~WaitWatch();
    WaitWatch(const WaitWatch&) = delete;
    WaitWatch& operator=(const WaitWatch&) = delete;

  private:
    void look_on();
    Overdue overdue() const;

    Limit limit_;
    Limit patience_;
    Limit interval_; ///< between two looks
    Act act_;
    std::mutex lock_;
    std::condition_variable ended_;
    bool over_ = false;
    std::thread thread_;
};

} // namespace mdsim
