// SPDX-License-Identifier: BSD-3-Clause
#include "metrics/machine_watch.hpp"

#include <chrono>
#include <exception>
#include <memory>
#include <utility>

#include "metrics/background_thread.hpp"

namespace mdsim {

namespace {

constexpr std::chrono::seconds between_looks{1};

/// Does something that may be left out: a run shall not end because nobody sees its machine.
template <class Work> void attempt(const Work& work) {
    try {
        work();
    } catch (const std::exception&) {
        // Memory is short, or the log cannot be written: the run itself will find that.
    }
}

} // namespace

MachineWatch::MachineWatch(std::optional<GpuWatch> gpus) : gpus_(std::move(gpus)) {
    board_.post(std::make_shared<MachineReadings>(MachineReadings{read_host()}));
    thread_ = background_thread([this] { watch(); });
}

MachineWatch::~MachineWatch() {
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        ending_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

void MachineWatch::watch() {
    std::unique_ptr<const Nvml> nvml;
    attempt([&] {
        std::string why_none;
        if (gpus_) nvml = Nvml::open(why_none, gpus_->library);
        if (gpus_ && !nvml) gpus_->on_none(why_none);
    });
    do {
        attempt([&] {
            MachineReadings now{read_host()};
            if (nvml) now.gpus = with_ranks(nvml->read(), gpus_->owners);
            board_.post(std::make_shared<MachineReadings>(std::move(now)));
        });
    } while (wait_for_next());
}

/// False where there is to be no other look.
bool MachineWatch::wait_for_next() {
    std::unique_lock<std::mutex> lock(mutex_);
    return !changed_.wait_for(lock, between_looks, [&] { return ending_; });
}

} // namespace mdsim
