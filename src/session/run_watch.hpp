// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/thermo.hpp"
#include "engine/thermo_settings.hpp"
#include "machine/core_waits.hpp"
#include "ops/pair_histogram.hpp"
#include "report/energy_drift.hpp"
#include "setup/pair_scales.hpp"
#include "setup/system_parts.hpp"

namespace mdsim {

/// Watches what spoils a run without ending it: pairs below the first row of their table, atoms
/// beyond the densities of theirs, a conserved energy that drifts, and cores that other programs
/// use. Rank 0 gives warnings, each once while the run goes on, and again at its end.
class RunWatch {
  public:
    RunWatch(const SystemParts& parts, const ThermoSettings& thermo);

    /// Whether there are tables, so that samples of near pairs are needed.
    bool wants_near_pairs() const { return range_ > 0; }

    /// An empty histogram that such a sample fills.
    PairHistogram near_pairs() const;

    /// Throws PhysicsError, on every rank with the same words, where the sums of all ranks have a
    /// pair inside the maximum of a potential that falls to minus infinity there.
    void expect_outside_maxima(const PairHistogram& sample, Step step) const;

    /// Takes the sums of all ranks at a step.
    std::optional<Diagnostic> take(const PairHistogram& sample, Step step);

    /// Takes the thermodynamics of a step whose energies were summed.
    std::optional<Diagnostic> take(const Thermo& thermo);

    /// Takes the drift so far of a stage that conserves an energy, at the last of its samples; to
    /// be called on every rank. Throws PhysicsError, with the same words on all of them, where the
    /// run is to end by it. A warning comes once a stage.
    std::optional<Diagnostic> take(const EnergyDrift& drift);

    /// To be called now and then.
    std::optional<Diagnostic> look_at_cores();

    /// What is to be said at the end of a run, on rank 0.
    std::vector<Diagnostic> closing_warnings(const EnergyDrift& drift) const;

  private:
    std::optional<Diagnostic> core_warning() const;
    std::optional<std::string> fault_of(const EnergyDrift& drift) const;

    const SystemParts* parts_;
    double drift_limit_; ///< [k_B T per atom]
    DriftAction on_drift_;
    Step warned_of_drift_ = -1;     ///< the first step of that drift
    std::vector<PairScale> tables_; ///< the pairs of species that have one
    double range_ = 0;              ///< the longest first row of them [length]
    std::int64_t samples_ = 0;
    std::int64_t bad_samples_ = 0;
    std::int64_t most_pairs_ = 0;  ///< in one sample
    std::int64_t most_beyond_ = 0; ///< atoms at one step
    CoreWaits waits_;
    double next_look_; ///< at the cores, since the start [s]
    bool warned_of_cores_ = false;
};

} // namespace mdsim
