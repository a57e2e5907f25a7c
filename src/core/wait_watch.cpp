// SPDX-License-Identifier: BSD-3-Clause
#include "core/wait_watch.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/quiet_thread.hpp"

namespace mdsim {

namespace {

/// The waits of all threads that are looked after.
struct Waits {
    std::mutex lock;
    std::vector<Waiting*> now;
};

/// Never destroyed: a process may end while a thread of it waits.
Waits& all_waits() {
    static Waits& waits = *new Waits;
    return waits;
}

thread_local bool left_out = false;

} // namespace

void Waiting::leave_out_this_thread() { left_out = true; }

Waiting::Waiting(const char* call, Limit limit)
    : call_(call), limit_(limit), watched_(!left_out || limit > Limit::zero()) {
    if (!watched_) return;
    Waits& waits = all_waits();
    const std::scoped_lock held(waits.lock);
    waits.now.push_back(this);
}

Waiting::~Waiting() {
    if (!watched_) return;
    Waits& waits = all_waits();
    const std::scoped_lock held(waits.lock);
    waits.now.erase(std::find(waits.now.begin(), waits.now.end(), this));
}

WaitWatch::WaitWatch(Limit limit, Act act, Limit patience)
    : limit_(limit), patience_(patience), interval_(std::min(limit / 10, Limit(0.1))),
      act_(std::move(act)), thread_(quiet_thread([this] { look_on(); })) {}

WaitWatch::~WaitWatch() {
    {
        const std::scoped_lock held(lock_);
        over_ = true;
    }
    ended_.notify_all();
    thread_.join();
}

/// The call that lasts too long; if there are several, the one that started last.
WaitWatch::Overdue WaitWatch::overdue() const {
    Waits& waits = all_waits();
    const std::scoped_lock held(waits.lock);
    Overdue found;
    for (Waiting* wait : waits.now) {
        const Limit limit = wait->limit_ > Limit::zero() ? std::min(wait->limit_, limit_) : limit_;
        if (wait->looks_++ * interval_ > limit + patience_) found = {wait->call_, limit};
    }
    return found;
}

void WaitWatch::look_on() {
    std::unique_lock held(lock_);
    while (!ended_.wait_for(held, interval_, [this] { return over_; })) {
        const Overdue found = overdue();
        if (found.call != nullptr) return act_(found);
    }
}

} // namespace mdsim
