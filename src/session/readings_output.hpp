// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "engine/any_simulation.hpp"
#include "engine/thermo.hpp"
#include "metrics/run_readings.hpp"
#include "report/energy_drift.hpp"
#include "session/run_context.hpp"
#include "session/run_standing.hpp"

namespace mdsim {

/// Takes the numbers of the run together and leaves them, the same to all who watch it: in
/// progress.json, and for the server of metrics. Rank 0 does that alone.
class ReadingsOutput {
  public:
    /// What is computed.
    struct Subject {
        std::int64_t atoms = 0;
        std::string precision;
    };

    ReadingsOutput(const RunContext& context, const Subject& subject);

    /// Remembers the last thermodynamics.
    void show(const Thermo& thermo) { thermo_ = thermo; }

    /// Tells how the run stands; asks no other rank. `drift` has no samples where the stage
    /// conserves no energy. Throws EnvironmentError where the file cannot be written.
    template <class P>
    void tell(const RunStanding& standing, const AnySimulation<P>& simulation,
              const EnergyDrift& drift);

    /// Tells that the run has failed, with the other numbers as they were reported last. Also the
    /// thread that writes may call it, which must not look at the simulation.
    void tell_failure(const RunStanding& standing);

  private:
    std::optional<DriftReading> drift_reading(const EnergyDrift& drift, double time_step) const;
    MachineReadings machine(RunState state);
    void leave(RunReadings readings);

    const RunContext* context_;
    RunIdentity identity_;
    std::optional<Thermo> thermo_;
    std::shared_ptr<const MachineReadings> machine_; ///< as they were seen last
    std::mutex mutex_;
    std::shared_ptr<const RunReadings> reported_; ///< last
};

} // namespace mdsim
