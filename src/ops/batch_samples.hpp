// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "core/contract.hpp"
#include "core/step_series.hpp"
#include "ops/sums.hpp"
#include "physics/coupling/barostat_action.hpp"

namespace mdsim {

/// The steps of a batch at which sums are taken between the half kicks, a sample for each: all from
/// the first on that lie at the same distance. Steps at other distances are left to another batch.
struct BatchSamples {
    /// Samples that a device keeps at most.
    static constexpr std::int64_t most = 4096;
    /// In place of the distance of a sample that is the only one: beyond the end of any batch.
    static constexpr std::int64_t only_one = std::int64_t{1} << 40;

    StepSeries steps;
    std::int64_t count = 0; ///< of them in the batch

    /// Adds a sample at a step behind those that have one; false, and no sample, where it lies at
    /// another distance or there is no capacity for it.
    bool add(Step step) {
        const auto [first, every] = steps;
        MDSIM_EXPECT(count == 0 || step > first + (count - 1) * (count > 1 ? every : 0));
        if (count == most || (count > 1 && step != first + count * every)) return false;
        steps = count == 0 ? StepSeries{step, only_one} : StepSeries{first, (step - first) / count};
        ++count;
        return true;
    }
};

/// What the atoms of this rank add up to at a step.
struct BatchSample {
    Step step = 0;
    PairSums pair;
    KineticSums kinetic;
    ThermostatState thermostat; ///< before it acts on the step, where one acts on the batch
    BarostatState barostat{};   ///< likewise

    /// Whether a sum is out of range.
    bool saturated() const { return pair.saturated() || kinetic.saturated(); }
};

} // namespace mdsim
