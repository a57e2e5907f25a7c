// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/coupling/couple_atoms.hpp"

#include "core/contract.hpp"
#include "kernels/coupling/thermostat_action.cuh"
#include "kernels/runtime/early_start.cuh"
#include "kernels/runtime/overlapped.hpp"
#include "kernels/state/current_step.cuh"
#include "kernels/state/tiles_view.hpp"

namespace mdsim {

namespace {

/// One thread of one block acts. What does not follow from the sums is prepared while the kernel
/// before ends.
template <class Thermostat>
__global__ void act_alone(const Control* control, int queued, Thermostat thermostat,
                          CouplingArgs coupling) {
    if (left_out(*control, queued)) return pass_over();
    const Step step = step_of_kernel(*control, number_in_pass(queued));
    const SplitWork work = control->schedule.plan(step);
    const bool acting = threadIdx.x == 0 && measures_alone(work);
    DeviceCoupling& place = *coupling.place;
    decltype(thermostat.prepare({})) prepared;
    if (acting) prepared = thermostat.prepare(action_on(coupling, *control, step));
    wait_for_kernel_before();
    let_next_kernel_begin();
    if (left_out(*control, queued)) return;
    // Of a step on which an action comes that is known already.
    if (threadIdx.x == 0 && work.couples && !acting) place.kinetic = {};
    if (!acting) return;
    FixedSum::Words kinetic[3];
    for (int k = 0; k < 3; ++k) kinetic[k] = read_words(place.kinetic.sum[k]);
    act_by_heat(thermostat, prepared, step, energy_of(kinetic), coupling);
}

} // namespace

void couple_atoms(const Stream& stream, const Control* control, int kernel,
                  const AnyThermostat& thermostat, const CouplingArgs& coupling, bool early) {
    MDSIM_EXPECT(coupling.place != nullptr);
    std::visit(
        [&](const auto& t) {
            launch_kernel(stream, {1, warp_lanes, 0}, early, act_alone<std::decay_t<decltype(t)>>,
                          control, kernel, t, coupling);
        },
        thermostat);
}

} // namespace mdsim
