// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "core/contract.hpp"
#include "core/ids.hpp"
#include "ops/sums.hpp"
#include "physics/coupling/thermostat_action.hpp"

namespace mdsim {

/// The steps of a batch at which sums are taken between the half kicks, a sample for each: all from
/// the first on that lie at the same distance. Steps at other distances are left to another batch.
struct BatchSamples {
    /// Samples that a device keeps at most.
    static constexpr std::int64_t most = 4096;
    /// In place of the distance of a sample that is the only one: beyond the end of any batch.
    static constexpr std::int64_t only_one = std::int64_t{1} << 40;

    Step first = 0;
    std::int64_t every = 0; ///< steps from sample to sample; 0: there is no sample
    std::int64_t count = 0; ///< in the batch

    /// Whether a step of the batch has a sample.
    bool on(Step step) const { return count > 0 && step >= first && (step - first) % every == 0; }

    /// Adds a sample at a step behind those that have one; false, and no sample, where it lies at
    /// another distance or there is no capacity for it.
    bool add(Step step) {
        MDSIM_EXPECT(count == 0 || step > first + (count - 1) * (count > 1 ? every : 0));
        if (count == most || (count > 1 && step != first + count * every)) return false;
        if (count == 0) first = step;
        every = count == 0 ? only_one : (step - first) / count;
        ++count;
        return true;
    }
};

/// What the atoms of this rank add up to at a step.
struct BatchSample {
    Step step = 0;
    PairSums pair;
    KineticSums kinetic;
    ThermostatState thermostat; ///< between its two actions, where one acts on the batch

    /// Whether a sum is out of range.
    bool saturated() const { return pair.saturated() || kinetic.saturated(); }
};

} // namespace mdsim
