// SPDX-License-Identifier: BSD-3-Clause
#include "engine/step_plan.hpp"

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
    plan.couple = work.couples;
    plan.rescale = work.rescales;
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
    plan_couplings(stage, done, plan);
    plan.descend = stage.ensemble == Ensemble::minimize;
    plan.relax_box = plan.descend && stage.changes_box();
    plan.remove_drift = plan.complete && stage.remove_drift_every > 0 && done > 0 &&
                        done % stage.remove_drift_every == 0;
    return plan;
}

PlainSteps plain_steps(const StageSettings& stage, Step first, Step next, std::int64_t most,
                       const Observer& observer, const DeviceCapabilities& device) {
    MDSIM_EXPECT(next >= first && most >= 0);
    PlainSteps steps;
    for (; steps.count < most; ++steps.count) {
        const Step step = next + steps.count;
        const StepPlan plan = plan_step(stage, step - first, observer.needs(step));
        if (plan.needs_host(device)) break;
        const bool regular = plan.energy ? steps.samples.add(step) : !steps.samples.steps.on(step);
        if (!regular) break;
    }
    return steps;
}

std::vector<Phase> schedule(const StepPlan& plan) {
    std::vector<Phase> phases;
    const auto add = [&](std::initializer_list<Phase> more) {
        for (const Phase phase : more) phases.push_back(phase);
    };
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
