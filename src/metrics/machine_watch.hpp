// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "metrics/board.hpp"
#include "metrics/machine_readings.hpp"

namespace mdsim {

/// The GPUs of a host, to be watched by NVML.
struct GpuWatch {
    std::vector<GpuOwner> owners;
    /// Called once, in another thread, where nothing can be known of GPUs. What it throws is lost.
    std::function<void(const std::string& why)> on_none;
    std::string library = Nvml::usual_library;
};

/// Reads the memory of this host and its GPUs once a second, in a thread that gives way to all
/// others: to ask a driver takes milliseconds, which a step shall not wait for.
class MachineWatch {
  public:
    /// Without `gpus` it asks nothing of GPUs.
    explicit MachineWatch(std::optional<GpuWatch> gpus);
    ~MachineWatch();
    MachineWatch(const MachineWatch&) = delete;
    MachineWatch& operator=(const MachineWatch&) = delete;

    /// What was read last; never waits, and is null at the instant in which new readings come.
    Board<MachineReadings>::Posted glance() const { return board_.glance(); }

  private:
    void watch();
    bool wait_for_next();

    std::optional<GpuWatch> gpus_;
    Board<MachineReadings> board_;
    std::mutex mutex_;
    std::condition_variable changed_;
    bool ending_ = false;
    std::thread thread_; ///< last: it uses the others
};

} // namespace mdsim
