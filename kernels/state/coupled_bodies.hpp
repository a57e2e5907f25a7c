// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>

#include "core/contract.hpp"
#include "core/hd.hpp"
#include "core/ids.hpp"
#include "ops/step_schedule.hpp"

namespace mdsim {

/// Most phases for which there are bodies: each is recorded.
inline constexpr std::int64_t most_phases = 32;

/// The bodies of passes where thermostats and barostats act often: one for each *phase*, the steps
/// since those by whose sums all of them act, with which a pass may begin. So it is known as a body
/// is recorded what each of its kernels has to do.
struct CoupledBodies {
    std::int64_t phases = 0; ///< 0: one body for all steps but those that couple, which branches do
    Step first = 0;          ///< a step of phase 0
    /// The walk that moves the atoms adds up what couplings act by, and multiplies velocities, on
    /// the way; otherwise such steps are split.
    bool fused = false;

    MDSIM_HD bool any() const { return phases > 0; }

    /// Where a step is in the couplings; 0 where there is one body for all.
    MDSIM_HD std::int64_t phase_of(Step step) const {
        if (phases <= 1) return 0;
        MDSIM_EXPECT(step >= first);
        return (step - first) % phases;
    }

    /// What couples to the steps of a phase, or of one beyond all phases.
    SplitWork work_of(const StepSchedule& schedule, std::int64_t phase) const {
        if (!any()) return {};
        SplitWork work = schedule.plan(first + phase + phases); // beyond what no step precedes
        work.observed = false;
        return work;
    }

    bool operator==(const CoupledBodies&) const = default;
};

/// The bodies for a batch whose couplings act by these steps; none where they recur too seldom.
inline CoupledBodies bodies_for(const StepSchedule& schedule) {
    const StepSeries &coupled = schedule.coupled, &rescaled = schedule.rescaled;
    const auto of = [](const StepSeries& series) { return series.any() ? series.every : 1; };
    if (!coupled.any() && !rescaled.any()) return {};
    if (of(coupled) > most_phases || of(rescaled) > most_phases) return {};
    const std::int64_t phases = std::lcm(of(coupled), of(rescaled));
    if (phases > most_phases) return {};
    MDSIM_EXPECT(!coupled.any() || schedule.delay < coupled.every);
    MDSIM_EXPECT(!rescaled.any() || schedule.delay < rescaled.every);
    return {phases, std::max(coupled.first, rescaled.first), false};
}

} // namespace mdsim
