// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/integrate/couple_atoms.hpp"

#include "core/contract.hpp"
#include "kernels/force/current_step.cuh"
#include "kernels/integrate/thermostat_action.cuh"
#include "kernels/runtime/early_start.cuh"
#include "kernels/runtime/overlapped.hpp"
#include "kernels/state/tiles_view.hpp"

namespace mdsim {

namespace {

/// One thread of one block acts. What does not follow from the sums is prepared while the kernel
/// before ends.
template <class Thermostat>
__global__ void act_alone(const Control* control, int queued, Thermostat thermostat,
                          CouplingArgs coupling) {
    if (left_out(*control, queued)) return pass_over();
    const Step step = step_of_kernel(*control, number_in_pass(*control, queued));
    const bool acting = threadIdx.x == 0 && acts_alone(control->schedule.plan(step));
    DeviceCoupling& place = *coupling.place;
    decltype(thermostat.prepare({})) prepared;
    ThermostatState state;
    if (acting) {
        prepared = thermostat.prepare(action_on(coupling, *control, step));
        state = place.thermostat;
    }
    wait_for_kernel_before();
    let_next_kernel_begin();
    if (!acting || left_out(*control, queued)) return;
    FixedSum::Words kinetic[3];
    for (int k = 0; k < 3; ++k) kinetic[k] = read_words(place.kinetic.sum[k]);
    const double factor = thermostat.act(prepared, energy_of(kinetic), state);
    place.factor = scaling(factor);
    place.thermostat = state;
    place.kinetic = {};
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
