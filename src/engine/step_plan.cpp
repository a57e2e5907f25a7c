// SPDX-License-Identifier: BSD-3-Clause
#include "engine/step_plan.hpp"

#include <algorithm>
#include <initializer_list>

#include "core/contract.hpp"
#include "ops/step_schedule.hpp"

namespace mdsim {

namespace {

void plan_couplings(const StageSettings& stage, Step done, StepPlan& plan) {
    if (plan.last) return;
    const StepSchedule schedule{
        stage.coupled_steps(), stage.rescaled_steps(), {}, stage.coupling_delay()};
    const SplitWork work = schedule.plan(done);
    plan.measure = work.measures();
    plan.measure_pressure = work.for_barostat;
    plan.whole_pressure = work.for_barostat && stage.barostat->coupling == BoxCoupling::full;
    plan.couple = work.couples;
    plan.rescale = work.rescales;
}

/// The steps at which the centre of mass is brought to rest.
StepSeries drift_removals(const StageSettings& stage) {
    return {stage.remove_drift_every, stage.remove_drift_every};
}

} // namespace

StepPlan plan_step(const StageSettings& stage, Step done, const StepNeeds& needs, Request request,
                   bool fresh) {
    MDSIM_EXPECT(0 <= done && done <= stage.steps);
    StepPlan plan;
    plan.complete = !fresh;
    plan.last = done == stage.steps || request == Request::stop;
    plan.energy = needs.energy || done == stage.steps;
    plan.state = needs.state || plan.last || done == 0 || request != Request::none;
    plan.observe = plan.state || needs.energy;
    plan.look = needs.look.any() && !plan.state;
    plan_couplings(stage, done, plan);
    plan.descend = stage.ensemble == Ensemble::minimize;
    plan.relax_box = plan.descend && stage.changes_box();
    plan.remove_drift = plan.complete && drift_removals(stage).on(done);
    return plan;
}

namespace {

/// The first step from `step` on, at most `end`, that may be more than a plain one: a device needs
/// its host for it, or somebody looks at it. To plan each of a thousand would take longer than a
/// device takes for one.
Step next_to_plan(const StageSettings& stage, Step first, Step step, Step end,
                  const Observer& observer, const DeviceCapabilities& device) {
    const Step done = step - first;
    if (done == 0 || stage.ensemble == Ensemble::minimize) return step;
    Step next = std::min(end, first + stage.steps);
    const auto stop_at = [&](const StepSeries& series) {
        if (series.any()) next = std::min(next, first + series.next_from(done));
    };
    stop_at(drift_removals(stage));
    if (!device.couples) {
        for (const StepSeries& series : {stage.coupled_steps(), stage.rescaled_steps()}) {
            stop_at(series);
            stop_at(series.later(stage.coupling_delay()));
        }
    }
    return std::min(next, observer.next_need(step, next));
}

} // namespace

PlainSteps plain_steps(const StageSettings& stage, Step first, Step next, std::int64_t most,
                       const Observer& observer, const DeviceCapabilities& device) {
    MDSIM_EXPECT(next >= first && most >= 0);
    PlainSteps steps;
    const auto keeps = [&](const LookTasks& look) {
        return !look.others && !stage.changes_box() &&
               static_cast<std::int64_t>(steps.looks.size()) < device.looks;
    };
    const StepSeries& sampled = steps.samples.steps;
    const Step end = next + most;
    const auto next_from = [&](Step from) {
        const Step planned = next_to_plan(stage, first, from, end, observer, device);
        return sampled.any() ? std::min(planned, sampled.next_from(from)) : planned;
    };
    Step step = next_from(next);
    while (step < end) {
        const StepNeeds needs = observer.needs(step);
        const StepPlan plan = plan_step(stage, step - first, needs);
        if (plan.stops_device(device) || (plan.look && !keeps(needs.look))) break;
        const bool regular = plan.energy ? steps.samples.add(step) : !sampled.on(step);
        if (!regular) break;
        if (plan.look) steps.looks.push_back({step, needs.look});
        step = next_from(step + 1);
    }
    steps.count = step - next;
    return steps;
}

std::vector<Phase> schedule(const StepPlan& plan) {
    std::vector<Phase> phases;
    const auto add = [&](std::initializer_list<Phase> more) {
        for (const Phase phase : more) phases.push_back(phase);
    };
    if (plan.look) phases.push_back(Phase::observe);
    if (plan.round && plan.forces)
        add({Phase::prepare_boundary, Phase::send_values, Phase::prepare_interior,
             Phase::receive_values});
    if (!plan.stops_between_kicks()) {
        add({Phase::advance_boundary, Phase::send_halo, Phase::advance_interior,
             Phase::receive_halo, Phase::list_check});
        return phases;
    }
    if (plan.forces) phases.push_back(Phase::forces);
    if (plan.complete) phases.push_back(Phase::complete);
    if (plan.remove_drift) phases.push_back(Phase::remove_drift);
    if (plan.observe) phases.push_back(Phase::observe);
    if (plan.descend) phases.push_back(Phase::descend);
    if (plan.last) return phases;
    if (plan.measure) phases.push_back(Phase::measure);
    if (plan.rescale) phases.push_back(Phase::rescale);
    if (plan.couple && !plan.rescale) phases.push_back(Phase::couple);
    add({Phase::begin, Phase::send_halo, Phase::receive_halo, Phase::list_check});
    return phases;
}

} // namespace mdsim
