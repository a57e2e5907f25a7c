// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>

#include "core/communicator.hpp"
#include "kernels/runtime/pinned_bytes.hpp"
#include "kernels/transport/transport.hpp"

namespace mdsim {

/// Carries through pinned memory of the hosts and MPI, which need not know of GPUs. Serves any
/// ranks on any hosts.
class StagedTransport final : public Transport {
  public:
    StagedTransport(const Communicator& ranks, std::chrono::nanoseconds limit)
        : ranks_(ranks.duplicate()), limit_(limit) {}

    Carrier carrier() const override { return Carrier::staged; }
    void exchange(const Stream& stream, std::span<const DeviceBytes> out,
                  std::span<const DeviceBytes> in) override;

  private:
    Communicator ranks_;
    std::chrono::nanoseconds limit_;
    PinnedBytes memory_; ///< what goes out, then what comes in
};

} // namespace mdsim
