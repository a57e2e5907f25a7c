// SPDX-License-Identifier: BSD-3-Clause
#include "core/wait_watch.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace mdsim {

namespace {

/// The waits of all threads.
struct Waits {
    std::mutex lock;
    std::vector<const Waiting*> now;
};

Waits& all_waits() {
    static Waits waits;
    return waits;
}

/// The call that has lasted longer than `limit`, or null.
const char* overdue_call(WaitWatch::Limit limit) {
    Waits& waits = all_waits();
    const std::scoped_lock held(waits.lock);
    const auto now = Waiting::Clock::now();
    const auto found = std::find_if(waits.now.begin(), waits.now.end(),
                                    [&](const Waiting* w) { return now - w->since() > limit; });
    return found == waits.now.end() ? nullptr : (*found)->call();
}

/// How often a watch looks.
WaitWatch::Limit interval_for(WaitWatch::Limit limit) {
    return std::min(limit / 10, WaitWatch::Limit(1));
}

} // namespace

Waiting::Waiting(const char* call) : call_(call), since_(Clock::now()) {
    Waits& waits = all_waits();
    const std::scoped_lock held(waits.lock);
    waits.now.push_back(this);
}

Waiting::~Waiting() {
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
    std::unique_lock held(lock_);
    while (!ended_.wait_for(held, interval_for(limit_), [this] { return over_; })) {
        if (const char* call = overdue_call(limit_)) return act_(call);
    }
}

} // namespace mdsim
