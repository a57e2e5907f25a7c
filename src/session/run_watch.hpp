// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/thermo.hpp"
#include "machine/core_waits.hpp"
#include "ops/pair_histogram.hpp"
#include "report/energy_drift.hpp"
#include "setup/pair_scales.hpp"
#include "setup/system_parts.hpp"

namespace mdsim {

/// Watches what spoils a run without ending it: pairs below the first row of their table, atoms
/// beyond the densities of theirs, and cores that other programs use. Rank 0 gives warnings, each
/// once while the run goes on, and again at its end.
class RunWatch {
  public:
    explicit RunWatch(const SystemParts& parts);

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

    /// To be called now and then.
    std::optional<Diagnostic> look_at_cores();

    /// What is to be said at the end of a run of so many atoms, on rank 0.
    std::vector<Diagnostic> closing_warnings(const EnergyDrift& drift, std::int64_t atoms) const;

  private:
    std::optional<Diagnostic> core_warning() const;

    const SystemParts* parts_;
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
