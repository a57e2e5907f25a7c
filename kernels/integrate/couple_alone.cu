// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/integrate/couple_alone.hpp"

#include <algorithm>

#include "core/contract.hpp"
#include "kernels/force/current_step.cuh"
#include "kernels/force/kinetic_terms.cuh"
#include "kernels/force/velocities.cuh"
#include "kernels/integrate/act_by_sums.cuh"
#include "kernels/runtime/last_block.cuh"
#include "kernels/runtime/launch.hpp"
#include "physics/motion/transformed_velocity.hpp"

namespace mdsim {

namespace {

/// Sums as they lie in memory, past the cache of the SM.
__device__ void read_sums(const DeviceSums<3>& sums, FixedSum::Words (&words)[3]) {
    for (int k = 0; k < 3; ++k) {
        DeviceSum sum;
        for (int part = 0; part < 4; ++part) sum.part[part] = __ldcg(&sums.sum[k].part[part]);
        words[k] = sum.words();
    }
}

/// Lets a thermostat act by these sums; returns the factor of the velocities, which all blocks that
/// act write alike.
template <class Thermostat>
__device__ double act_on(ThermostatState& state, const Thermostat& thermostat,
                         const CouplingArgs& coupling, ThermostatTurn turn, Step step,
                         const DeviceSums<3>& sums) {
    FixedSum::Words kinetic[3];
    read_sums(sums, kinetic);
    const double factor = thermostat.act(action_by_sums(coupling, turn, step, kinetic), state);
    coupling.place->factor[static_cast<int>(turn)] = factor;
    return factor;
}

/// Sums over the velocities of the atoms, multiplied by a factor.
template <class P>
__device__ void sum_scaled(const AtomsView<P>& atoms, int now, std::uint32_t types, double factor,
                           const double* mass, DeviceSums<3>& sums) {
    KineticTerms<3> terms;
    const std::uint32_t threads = gridDim.x * blockDim.x;
    for (std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < atoms.control->owned;
         i += threads) {
        const auto type = types > 1 ? pick(atoms.site, now)[i].type : 0;
        terms.add(mass[type],
                  transformed_velocity(vector_of(atoms.velocity[i]), factor, {0, 0, 0}));
    }
    terms.add_to(sums);
}

/// Each block takes the closing turn for itself; the last one to have summed takes the opening one.
template <class P, class Thermostat>
__global__ void couple(WalkArgs<P> walk, std::uint32_t types, Thermostat thermostat,
                       CouplingArgs coupling, const double* mass) {
    const Control& control = *walk.atoms.control;
    if (!does_step(control, walk.kernel)) return;
    const CurrentStep now(control, walk.kernel);
    const Step step = step_of_kernel(control, now.kernel);
    MDSIM_EXPECT(control.schedule.plan(step).couples);
    DeviceThermostat& place = *coupling.place;
    __shared__ double factor;
    ThermostatState state; // of the first thread
    if (threadIdx.x == 0) {
        state = place.state;
        factor = act_on(state, thermostat, coupling, ThermostatTurn::closing, step, place.kinetic);
    }
    __syncthreads();
    sum_scaled(walk.atoms, now.position, types, factor, mass, place.kinetic_between);
    if (!is_last_block(place.arrived) || threadIdx.x != 0) return;
    act_on(state, thermostat, coupling, ThermostatTurn::opening, step, place.kinetic_between);
    place.state = state;
    place.kinetic = {};
    place.kinetic_between = {};
}

} // namespace

template <class P>
void couple_alone(const Stream& stream, const WalkArgs<P>& walk, std::uint32_t types,
                  const AnyThermostat& thermostat, const CouplingArgs& coupling,
                  const double* mass) {
    MDSIM_EXPECT(coupling.place != nullptr && mass != nullptr);
    const unsigned blocks =
        std::min(blocks_for(walk.atoms.capacity, block_threads), summing_blocks);
    std::visit(
        [&](const auto& t) {
            couple<P><<<blocks, block_threads, 0, stream.get()>>>(walk, types, t, coupling, mass);
        },
        thermostat);
    check_launch("couple alone");
}

template void couple_alone(const Stream&, const WalkArgs<MixedPrecision>&, std::uint32_t,
                           const AnyThermostat&, const CouplingArgs&, const double*);
template void couple_alone(const Stream&, const WalkArgs<DoublePrecision>&, std::uint32_t,
                           const AnyThermostat&, const CouplingArgs&, const double*);

} // namespace mdsim
