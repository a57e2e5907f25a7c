// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/integrate/couple_alone.hpp"

#include <algorithm>

#include "core/contract.hpp"
#include "kernels/force/current_step.cuh"
#include "kernels/force/kinetic_terms.cuh"
#include "kernels/force/reading.cuh"
#include "kernels/force/velocities.cuh"
#include "kernels/integrate/act_by_sums.cuh"
#include "kernels/runtime/early_start.cuh"
#include "kernels/runtime/last_block.cuh"
#include "kernels/runtime/launch.hpp"
#include "kernels/runtime/overlapped.hpp"
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

/// Lets a thermostat act as planned, by these sums; returns the factor of the velocities, which all
/// blocks that act write alike.
template <class Thermostat>
__device__ double act_on(ThermostatState& state, const Thermostat& thermostat,
                         ThermostatAction action, const DeviceSums<3>& sums, double& place) {
    FixedSum::Words kinetic[3];
    read_sums(sums, kinetic);
    action.kinetic_energy = energy_of(kinetic);
    return place = thermostat.act(action, state);
}

/// The atoms of a thread, one in each round of the grid; the first velocity is asked for at once.
template <class P> struct ThreadAtoms {
    using Velocity = Vec4<typename P::Real>;

    __device__ explicit ThreadAtoms(const AtomsView<P>& atoms)
        : velocity(atoms.velocity), owned(atoms.control->owned),
          first(blockIdx.x * blockDim.x + threadIdx.x), ahead(read(first)) {}

    /// Calls use(i, v) for each.
    template <class Use> __device__ void for_each(const Use& use) const {
        const std::uint32_t threads = gridDim.x * blockDim.x;
        Velocity v = ahead;
        for (std::uint32_t i = first; i < owned; i += threads, v = read(i)) use(i, vector_of(v));
    }

  private:
    __device__ Velocity read(std::uint32_t i) const {
        return read_shared_by_blocks(&velocity[i < owned ? i : 0]);
    }

    const Velocity* velocity;
    std::uint32_t owned;
    std::uint32_t first;
    Velocity ahead;
};

/// Sums over the velocities of the atoms, multiplied by a factor.
template <class P>
__device__ void sum_scaled(const ThreadAtoms<P>& mine, const AtomsView<P>& atoms, int now,
                           std::uint32_t types, double factor, const double* mass,
                           DeviceSums<3>& sums) {
    KineticTerms<3> terms;
    mine.for_each([&](std::uint32_t i, const Vec3<typename P::Real>& v) {
        const auto type = types > 1 ? pick(atoms.site, now)[i].type : 0;
        terms.add(mass[type], transformed_velocity(v, factor, {0, 0, 0}));
    });
    terms.add_to(sums);
}

/// Each block takes the closing turn for itself; the last one to have summed takes the opening one.
/// What the kernel before does not change is read while it ends.
template <class P, class Thermostat>
__global__ void couple(WalkArgs<P> walk, std::uint32_t types, Thermostat thermostat,
                       CouplingArgs coupling, const double* mass) {
    const Control& control = *walk.atoms.control;
    if (left_out(control, walk.kernel)) return pass_over();
    const CurrentStep now(control, walk.kernel);
    const Step step = step_of_kernel(control, now.kernel);
    DeviceThermostat& place = *coupling.place;
    ThermostatState state; // of the first thread
    if (threadIdx.x == 0) state = place.state;
    wait_for_kernel_before();
    let_next_kernel_begin();
    if (left_out(control, walk.kernel)) return;
    MDSIM_EXPECT(control.schedule.plan(step).couples);
    const ThreadAtoms<P> mine(walk.atoms);
    __shared__ double factor;
    if (threadIdx.x == 0)
        factor = act_on(state, thermostat, planned_action(coupling, ThermostatTurn::closing, step),
                        place.kinetic, place.factor[0]);
    __syncthreads();
    sum_scaled(mine, walk.atoms, now.position, types, factor, mass, place.kinetic_between);
    if (!is_last_block(place.arrived) || threadIdx.x != 0) return;
    act_on(state, thermostat, planned_action(coupling, ThermostatTurn::opening, step),
           place.kinetic_between, place.factor[1]);
    place.state = state;
    place.kinetic = {};
    place.kinetic_between = {};
}

} // namespace

template <class P>
void couple_alone(const Stream& stream, const WalkArgs<P>& walk, std::uint32_t types,
                  const AnyThermostat& thermostat, const CouplingArgs& coupling, const double* mass,
                  bool early) {
    MDSIM_EXPECT(coupling.place != nullptr && mass != nullptr);
    const unsigned blocks =
        std::min(blocks_for(walk.atoms.capacity, block_threads), summing_blocks);
    std::visit(
        [&](const auto& t) {
            launch_kernel(stream, {blocks, block_threads, 0}, early,
                          couple<P, std::decay_t<decltype(t)>>, walk, types, t, coupling, mass);
        },
        thermostat);
}

template void couple_alone(const Stream&, const WalkArgs<MixedPrecision>&, std::uint32_t,
                           const AnyThermostat&, const CouplingArgs&, const double*, bool);
template void couple_alone(const Stream&, const WalkArgs<DoublePrecision>&, std::uint32_t,
                           const AnyThermostat&, const CouplingArgs&, const double*, bool);

} // namespace mdsim
