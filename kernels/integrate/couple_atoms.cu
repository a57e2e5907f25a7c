// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/integrate/couple_atoms.hpp"

#include "kernels/integrate/act_by_sums.cuh"

namespace mdsim {

namespace {

/// One thread.
template <class Thermostat>
__global__ void act_alone(const Control* control, int queued, Thermostat thermostat,
                          CouplingArgs coupling, ThermostatTurn turn) {
    if (!acts(*control, queued)) return;
    const int kernel = number_in_pass(*control, queued);
    FixedSum::Words kinetic[3];
    for (int k = 0; k < 3; ++k) kinetic[k] = coupling.place->kinetic.sum[k].words();
    act_by_sums(thermostat, coupling, turn, step_of_kernel(*control, kernel), kinetic);
}

} // namespace

void couple_atoms(const Stream& stream, const Control* control, int kernel,
                  const AnyThermostat& thermostat, const CouplingArgs& coupling,
                  ThermostatTurn turn) {
    std::visit(
        [&](const auto& t) {
            act_alone<<<1, 1, 0, stream.get()>>>(control, kernel, t, coupling, turn);
        },
        thermostat);
    check_launch("couple atoms");
}

} // namespace mdsim
