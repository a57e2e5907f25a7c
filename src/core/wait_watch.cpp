// SPDX-License-Identifier: BSD-3-Clause
#include "core/wait_watch.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace mdsim {

namespace {

using Time = Waiting::Clock::time_point;

/// The waits of all threads that are looked after.
struct Waits {
    std::mutex lock;
    std::vector<const Waiting*> now;
};

/// Never destroyed: a process may end while a thread of it waits.
Waits& all_waits() {
    static Waits& waits = *new Waits;
    return waits;
}

thread_local bool left_out = false;

/// The call that has lasted longer than `limit`, of the time since `awake`, or null.
const char* overdue_call(WaitWatch::Limit limit, Time now, Time awake) {
    Waits& waits = all_waits();
    const std::scoped_lock held(waits.lock);
    const auto found = std::find_if(waits.now.begin(), waits.now.end(), [&](const Waiting* w) {
        return now - std::max(w->since(), awake) > limit;
    });
    return found == waits.now.end() ? nullptr : (*found)->call();
}

/// How often a watch looks.
WaitWatch::Limit interval_for(WaitWatch::Limit limit) {
    return std::min(limit / 10, WaitWatch::Limit(1));
}

} // namespace

void Waiting::leave_out_this_thread() { left_out = true; }

Waiting::Waiting(const char* call) : call_(call), since_(Clock::now()) {
    if (left_out) return;
    Waits& waits = all_waits();
    const std::scoped_lock held(waits.lock);
    waits.now.push_back(this);
}

Waiting::~Waiting() {
    if (left_out) return;
    Waits& waits = all_waits();
    const std::scoped_lock held(waits.lock);
    waits.now.erase(std::find(waits.now.begin(), waits.now.end(), this));
}

WaitWatch::WaitWatch(Limit limit, Act act)
    : limit_(limit), act_(std::move(act)), thread_([this] { look_on(); }) {}

WaitWatch::~WaitWatch() {
    {
        const std::scoped_lock held(lock_);
        over_ = true;
    }
    ended_.notify_all();
    thread_.join();
}

void WaitWatch::look_on() {
    const Limit interval = interval_for(limit_);
    Time awake = Waiting::Clock::now();
    Time last = awake;
    std::unique_lock held(lock_);
    while (!ended_.wait_for(held, interval, [this] { return over_; })) {
        const Time now = Waiting::Clock::now();
        // So much later than asked for: this process was stopped.
        if (now - last > 2 * interval + Limit(1)) awake = now;
        last = now;
        if (const char* call = overdue_call(limit_, now, awake)) return act_(call);
    }
}

} // namespace mdsim
