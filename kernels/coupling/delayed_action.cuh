// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/coupling/box_action.cuh"
#include "kernels/coupling/delayed_coupling.hpp"
#include "kernels/state/current_step.cuh"
#include "kernels/state/tiles_view.hpp"

namespace mdsim {

/// Threads of a block that let thermostat and barostat act: two warps, see OnTwoWarps.
inline constexpr unsigned acting_threads = 2 * warp_lanes;

/// Prepares an action by the sums of a step, which need not be known yet. One thread.
__device__ __noinline__ inline void prepare_action(Step step, DelayedCoupling& coupling,
                                            const Control& control) {
    if (!control.schedule.plan(step).for_thermostat) return;
    coupling.prepared = coupling.thermostat.prepare(action_on(coupling.args, control, step));
    coupling.prepared_for = step;
}

/// Lets thermostat and barostat act by the sums of a step, which is over, of a rank that is alone,
/// for a step that is still to come; the sums become zero. Nothing happens where the step has no
/// sums, or they have been acted by. `acting_threads` threads of a block.
template <class P>
__device__ __noinline__ void act_by_sums_of(Step step, DelayedCoupling& coupling, Control& control,
                                            StepBoxes<P> boxes) {
    const SplitWork work = control.schedule.plan(step);
    if (__ldcg(&coupling.args.place->sums.step) == step) return;
    if (work.for_thermostat && __ldcg(&coupling.prepared_for) != step) {
        if (threadIdx.x == 0) prepare_action(step, coupling, control);
        __syncthreads();
    }
    ThermostatWithin<DelayedThermostat> within{coupling.thermostat, coupling.prepared};
    if (work.for_thermostat) within.state = &coupling.args.place->after.thermostat;
    if (!work.for_barostat) {
        if (threadIdx.x != 0) return;
        FixedSum::Words kinetic[3];
        for (int k = 0; k < 3; ++k) kinetic[k] = read_words(coupling.args.place->kinetic.sum[k]);
        return act_by_heat(within.thermostat, within.prepared, step, energy_of(kinetic),
                           coupling.args);
    }
    const StepOfBox now = step_of_box(control, boxes, step);
    const BoxSums sums = box_sums_of(*coupling.now);
    const NextBox next = act_on_box(coupling.barostat, within, coupling.args, sums, now);
    __syncthreads();
    clear_sums(*coupling.now);
    go_on_in(next, boxes, now, coupling.args, control, 0);
}

/// Whether a step of the batch has sums that something acts by.
__device__ inline bool measures(const Control& control, Step step) {
    return step >= control.first_step && control.schedule.plan(step).measures();
}

} // namespace mdsim
