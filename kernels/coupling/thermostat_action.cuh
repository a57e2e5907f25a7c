// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/coupling/coupling_args.hpp"
#include "kernels/state/split_steps.hpp"
#include "ops/sums.hpp"

namespace mdsim {

/// Whether a thermostat acts by the sums of a step by itself, not within the action of a barostat.
__device__ inline bool measures_alone(const SplitWork& work) {
    return work.for_thermostat && !work.for_barostat;
}

/// Takes note of an action by these sums. One thread; states are noted apart.
__device__ inline void note_action(DeviceCoupling& place, const CoupledSums& sums, Step acts_on,
                                   const LowerTriangular<double>& factor) {
    place.sums = sums;
    place.acts_on = acts_on;
    place.factor = factor;
}

/// Lets a thermostat act by the kinetic energy of all ranks on a step [energy]. One thread.
template <class Thermostat>
__device__ void act_by_heat(const Thermostat& thermostat,
                            const decltype(Thermostat{}.prepare({})) & prepared, Step step,
                            double kinetic_energy, const CouplingArgs& coupling) {
    DeviceCoupling& place = *coupling.place;
    place.before = place.after;
    const double factor = thermostat.act(prepared, kinetic_energy, place.after.thermostat);
    note_action(place, {step, kinetic_energy, {}, {}}, step + coupling.delay, scaling(factor));
    place.kinetic = {};
}

/// The kinetic energy by the diagonal of the kinetic tensor of all atoms.
__device__ inline double energy_of(const FixedSum::Words (&kinetic)[3]) {
    FixedSum sum[3];
    for (int k = 0; k < 3; ++k)
        sum[k] = FixedSum::from_words(fixed_scale::kinetic_energy, kinetic[k], false);
    return kinetic_energy(sum[0], sum[1], sum[2]);
}

/// What a thermostat acts by on a step, beside the kinetic energy.
__device__ inline ThermostatAction action_on(const CouplingArgs& coupling, const Control& control,
                                             Step step) {
    return {coupling.degrees_of_freedom, coupling.temperature.at(step, control.first_step),
            coupling.time, thermostat_noise(coupling.seed, step)};
}

/// A sum as it lies in memory, past the cache of the SM.
__device__ inline FixedSum::Words read_words(const DeviceSum& from) {
    DeviceSum sum;
    for (int part = 0; part < 4; ++part) sum.part[part] = __ldcg(&from.part[part]);
    return sum.words();
}

} // namespace mdsim
