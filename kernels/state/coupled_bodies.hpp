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

/// Most phases of couplings for which there are bodies: each is recorded.
inline constexpr std::int64_t most_phases = 32;

/// The bodies of passes where something couples often, or samples are taken: one for each *phase*
/// with which a pass may begin, the steps to the next one of phase 0. So it is known as a body is
/// recorded what each of its kernels has to do.
struct CoupledBodies {
    std::int64_t period = 0; ///< steps from one of phase 0 to the next; 0: one body for all steps
    Step first = 0;          ///< a step of phase 0, at or behind the first of all that bodies do
    std::int64_t count = 0;  ///< later phases have the last body
    // Whose steps they do; branches do those of the others.
    bool coupled = false;  ///< the thermostat's
    bool rescaled = false; ///< the barostat's, with the thermostat where it acts there
    bool observed = false; ///< samples; only of bodies that are fused
    /// The walk that moves the atoms adds up what couplings act by, or samples hold, and multiplies
    /// velocities, on the way; otherwise such steps are split.
    bool fused = false;

    MDSIM_HD bool any() const { return period > 0; }

    /// Whether there are many, of which each pass is one.
    MDSIM_HD bool chosen() const { return count > 1; }

    /// Whether they have nothing to do but samples.
    bool samples_alone() const { return observed && !coupled && !rescaled; }

    /// How far a step is from the next one of phase 0; 0 where there is one body for all.
    MDSIM_HD std::int64_t phase_of(Step step) const {
        if (!any()) return 0;
        const std::int64_t rest = (first - step) % period;
        return rest < 0 ? rest + period : rest;
    }

    /// The phase so many steps behind one, at most those of a pass: in 32 bits, as passes wait for
    /// it.
    MDSIM_HD std::int64_t phase_after(std::int64_t phase, std::int32_t steps) const {
        MDSIM_EXPECT(any() && 0 <= phase && phase < period && steps >= 0);
        if (phase >= steps) return phase - steps;
        const auto beyond = static_cast<std::uint32_t>(steps - phase);
        if (beyond < period) return period - beyond;
        const std::uint32_t rest = beyond % static_cast<std::uint32_t>(period);
        return rest == 0 ? 0 : period - rest;
    }

    /// The body of passes that begin with a phase.
    MDSIM_HD std::int64_t body_of(std::int64_t phase) const {
        return phase < count ? phase : count - 1;
    }

    /// Whether they do all that couples to the steps of a batch.
    MDSIM_HD bool does_all(const StepSchedule& schedule) const {
        return (coupled || !schedule.coupled.any()) && (rescaled || !schedule.rescaled.any());
    }

    /// Whether they leave a step to a branch.
    MDSIM_HD bool leave(const SplitWork& work) const {
        if (work.observed && !observed) return true;
        if (work.for_barostat || work.rescales) return !rescaled;
        return (work.for_thermostat || work.couples) && !coupled;
    }

    /// What a kernel of a body has to do, as far as bodies do it; kernels before its first one are
    /// those of earlier phases.
    SplitWork work_of(const StepSchedule& schedule, std::int64_t body, std::int64_t kernel) const {
        if (!any()) return {};
        MDSIM_EXPECT(0 <= body && body < count);
        // Two periods later, so that there have been sums by which something acts.
        return of_bodies(schedule).plan(first + 2 * period - body + kernel);
    }

    bool operator==(const CoupledBodies&) const = default;

  private:
    StepSchedule of_bodies(StepSchedule schedule) const {
        if (!coupled) schedule.coupled = {};
        if (!rescaled) schedule.rescaled = {};
        if (!observed) schedule.observed = {};
        return schedule;
    }
};

/// Bodies that do what couples to a batch: of both thermostat and barostat where all repeats within
/// `most_phases` steps, otherwise of the one that acts more often; none where neither does so
/// often. With `observed`, samples too, where they repeat so often together.
inline CoupledBodies bodies_for(const StepSchedule& schedule, bool observed) {
    const StepSeries &coupled = schedule.coupled, &rescaled = schedule.rescaled;
    MDSIM_EXPECT(!coupled.any() || schedule.delay < coupled.every);
    MDSIM_EXPECT(!rescaled.any() || schedule.delay < rescaled.every);
    const auto of = [](const StepSeries& series) {
        return series.any() ? series.every : most_phases + 1;
    };
    CoupledBodies bodies;
    const bool heat = of(coupled) <= most_phases, box = of(rescaled) <= most_phases;
    const bool both = heat && box && std::lcm(coupled.every, rescaled.every) <= most_phases;
    bodies.coupled = both || (heat && coupled.every <= of(rescaled));
    bodies.rescaled = both || (box && !bodies.coupled);
    if (!bodies.coupled && !bodies.rescaled) return {};
    bodies.period = 1;
    const auto take = [&](const StepSeries& series) {
        bodies.period = std::lcm(bodies.period, series.every);
        bodies.first = std::max(bodies.first, series.first);
    };
    if (bodies.coupled) take(coupled);
    if (bodies.rescaled) take(rescaled);
    bodies.observed = observed && of(schedule.observed) <= most_phases &&
                      std::lcm(bodies.period, schedule.observed.every) <= most_phases;
    if (bodies.observed) take(schedule.observed);
    // The same whatever step a batch begins with.
    bodies.first += (bodies.period - bodies.first % bodies.period) % bodies.period;
    bodies.count = bodies.period;
    return bodies;
}

/// As many bodies of so many kernels as samples need that lie so many steps apart: one for each
/// kernel that may be the first to take one, and one for none.
inline std::int64_t bodies_needed(std::int64_t every, int kernels) {
    return std::min<std::int64_t>(every, kernels + 1);
}

/// Bodies of so many kernels that take the samples of a batch, and leave all else.
inline CoupledBodies bodies_for_samples(const StepSeries& observed, int kernels) {
    constexpr std::int64_t never = std::int64_t{1} << 40;
    CoupledBodies bodies;
    bodies.observed = true;
    bodies.period = observed.any() ? observed.every : never;
    bodies.first = observed.any() ? observed.first : never;
    bodies.count = bodies_needed(bodies.period, kernels);
    return bodies;
}

} // namespace mdsim
