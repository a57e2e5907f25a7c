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
    std::int64_t phases = 0; ///< 0: one body for all steps but those that couple
    Step first = 0;          ///< a step of phase 0
    // Whose steps they do; branches do those of the other.
    bool coupled = false;  ///< the thermostat's
    bool rescaled = false; ///< the barostat's, with the thermostat where it acts there
    /// The walk that moves the atoms adds up what couplings act by, and multiplies velocities, on
    /// the way; otherwise such steps are split.
    bool fused = false;

    MDSIM_HD bool any() const { return phases > 0; }

    /// Whether there are many, of which each pass is one.
    MDSIM_HD bool chosen() const { return phases > 1; }

    /// Where a step is in the couplings; 0 where there is one body for all.
    MDSIM_HD std::int64_t phase_of(Step step) const {
        if (phases <= 1) return 0;
        MDSIM_EXPECT(step >= first);
        return (step - first) % phases;
    }

    /// Whether they do all that couples to the steps of a batch.
    MDSIM_HD bool does_all(const StepSchedule& schedule) const {
        return (coupled || !schedule.coupled.any()) && (rescaled || !schedule.rescaled.any());
    }

    /// Whether they leave what couples to a step to a branch.
    MDSIM_HD bool leave(const SplitWork& work) const {
        if (work.for_barostat || work.rescales) return !rescaled;
        return work.any() && !coupled;
    }

    /// What couples to the steps of a phase, or of one beyond all phases, as far as bodies do it.
    SplitWork work_of(const StepSchedule& schedule, std::int64_t phase) const {
        if (!any()) return {};
        // One period later, so that its sums come after `first`.
        SplitWork work = of_bodies(schedule).plan(first + phase + phases);
        work.observed = false;
        return work;
    }

    bool operator==(const CoupledBodies&) const = default;

  private:
    StepSchedule of_bodies(StepSchedule schedule) const {
        if (!coupled) schedule.coupled = {};
        if (!rescaled) schedule.rescaled = {};
        return schedule;
    }
};

/// The bodies for a batch whose couplings act by these steps: of both thermostat and barostat where
/// all repeats within `most_phases` steps, otherwise of the one that acts more often; none where
/// neither does so often.
inline CoupledBodies bodies_for(const StepSchedule& schedule) {
    const StepSeries &coupled = schedule.coupled, &rescaled = schedule.rescaled;
    MDSIM_EXPECT(!coupled.any() || schedule.delay < coupled.every);
    MDSIM_EXPECT(!rescaled.any() || schedule.delay < rescaled.every);
    const auto of = [](const StepSeries& series) {
        return series.any() ? series.every : most_phases + 1;
    };
    const bool heat = of(coupled) <= most_phases, box = of(rescaled) <= most_phases;
    if (heat && box) {
        const std::int64_t phases = std::lcm(coupled.every, rescaled.every);
        if (phases <= most_phases)
            return {phases, std::max(coupled.first, rescaled.first), true, true, false};
    }
    if (heat && coupled.every <= of(rescaled)) return {coupled.every, coupled.first, true};
    if (box) return {rescaled.every, rescaled.first, false, true};
    return {};
}

} // namespace mdsim
