// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/integrate/coupling_args.hpp"
#include "kernels/runtime/stream.hpp"
#include "ops/batch_coupling.hpp"

namespace mdsim {

/// The thermostat of a batch in the memory of the device.
class CouplingStore {
  public:
    explicit CouplingStore(std::uint64_t seed) : seed_(seed) {}

    /// Takes that of a batch that begins with `first`; waits.
    void take(const Stream& stream, const BatchCoupling& coupling, Step first);

    /// The thermostat as it is now; waits.
    ThermostatState state(const Stream& stream) const;

    bool any() const { return every_ > 0; }
    std::int64_t every() const { return every_; }
    /// Of the batch; empty where it has none. Hold until the next is taken.
    const CouplingArgs& args() const { return args_; }
    const AnyThermostat& thermostat() const { return thermostat_; }

  private:
    std::uint64_t seed_;
    std::int64_t every_ = 0;
    AnyThermostat thermostat_;
    CouplingArgs args_{};
    Buffer<DeviceThermostat, Device> place_{1};
    Buffer<double, Device> temperature_;
};

} // namespace mdsim
