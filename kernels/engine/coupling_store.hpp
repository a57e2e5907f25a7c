// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/integrate/couple_atoms.hpp"
#include "kernels/runtime/stream.hpp"
#include "ops/batch_coupling.hpp"

namespace mdsim {

/// The thermostats of a batch in the memory of the device.
class CouplingStore {
  public:
    /// Takes those of a batch that begins with `first`; waits.
    void take(const Stream& stream, const BatchCoupling& coupling, Step first);

    /// The chain as it is now; waits.
    NoseHooverChain::State state(const Stream& stream) const;

    bool any() const { return every_ > 0; }
    std::int64_t every() const { return every_; }
    /// Of the batch; empty where it has none. Holds until the next is taken.
    const CouplingArgs& args() const { return args_; }

  private:
    std::int64_t every_ = 0;
    CouplingArgs args_{};
    Buffer<DeviceChain, Device> chain_{1};
    Buffer<double, Device> temperature_;
};

} // namespace mdsim
