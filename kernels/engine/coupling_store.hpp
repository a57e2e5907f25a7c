// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <vector>

#include "kernels/coupling/coupling_args.hpp"
#include "kernels/runtime/stream.hpp"
#include "ops/batch_coupling.hpp"

namespace mdsim {

/// Thermostat and barostat of a batch in the memory of the device.
class CouplingStore {
  public:
    explicit CouplingStore(std::uint64_t seed) : seed_(seed) {}

    /// Takes those of a batch; waits.
    void take(const Stream& stream, const BatchCoupling& thermostat, const BatchBarostat& barostat,
              std::int64_t delay, const std::optional<PendingAction>& pending);

    /// As they are now; waits. Only where there is one of them.
    DeviceCoupling state(const Stream& stream) const;

    bool any() const { return args_.place != nullptr; }
    bool rescales() const { return args_.barostat.every > 0; }
    /// Whether the barostat acts by the diagonals of virial and kinetic tensor alone.
    bool by_diagonals() const;

    /// Of the batch; empty where it has none. Hold until the next is taken.
    const CouplingArgs& args() const { return args_; }
    const std::optional<AnyThermostat>& thermostat() const { return thermostat_; }
    const AnyBarostat& barostat() const { return barostat_; }

  private:
    /// What is wanted on the actions of a coupling; its numbers lie in `place` where they differ.
    static WantedNumber upload(const Stream& stream, const std::vector<double>& wanted,
                               const StepSeries& acts, Buffer<double, Device>& place);

    std::uint64_t seed_;
    std::optional<AnyThermostat> thermostat_;
    AnyBarostat barostat_;
    CouplingArgs args_{};
    Buffer<DeviceCoupling, Device> place_{1};
    Buffer<double, Device> temperature_;
    Buffer<double, Device> barostat_temperature_;
    Buffer<double, Device> pressure_;
};

} // namespace mdsim
