// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/any_simulation.hpp"
#include "engine/thermo.hpp"
#include "metrics/run_readings.hpp"
#include "report/energy_drift.hpp"
#include "session/progress_output.hpp"
#include "session/run_context.hpp"

namespace mdsim {

/// Leaves the numbers of the run for those who watch it, on rank 0; does nothing where nobody may.
class MetricsOutput {
  public:
    /// What is computed.
    struct Subject {
        std::int64_t atoms = 0;
        std::string precision;
    };

    MetricsOutput(const RunContext& context, const Subject& subject);

    /// Remembers the last thermodynamics.
    void show(const Thermo& thermo) { thermo_ = thermo; }

    /// Tells how the run stands; waits for nobody. `drift` has no samples where the stage conserves
    /// no energy.
    template <class P>
    void tell(const RunStanding& standing, const AnySimulation<P>& simulation,
              const EnergyDrift& drift);

  private:
    RunReadings readings_of(const RunStanding& standing) const;
    std::optional<DriftReading> drift_reading(const EnergyDrift& drift, double time_step) const;

    const RunContext* context_;
    RunIdentity identity_;
    std::optional<Thermo> thermo_;
};

} // namespace mdsim
