// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "kernels/coupling/couple_box.hpp"
#include "kernels/coupling/thermostat_action.cuh"
#include "kernels/runtime/warp.cuh"
#include "kernels/state/step_boxes.hpp"
#include "kernels/state/tiles_view.hpp"
#include "state/box_state.hpp"

namespace mdsim {

/// Virial and kinetic tensor.
struct BoxSums {
    FixedSum::Words virial[6];
    FixedSum::Words kinetic[6];
    int saturated; ///< one of the sums of the step is out of range
};

/// Those of this rank's atoms, past the cache of the SM.
__device__ inline BoxSums box_sums_of(const ObservedSums& now) {
    BoxSums sums;
    for (int k = 0; k < 6; ++k) {
        sums.virial[k] = read_words(now.pair.sum[1 + k]); // behind the energy
        sums.kinetic[k] = read_words(now.kinetic.sum[k]);
    }
    sums.saturated = __ldcg(&now.pair.saturated) | __ldcg(&now.kinetic.saturated);
    return sums;
}

/// Makes sums zero. All threads of a block.
__device__ inline void clear_sums(ObservedSums& now) {
    using Word = unsigned long long;
    static_assert(sizeof(ObservedSums) % sizeof(Word) == 0);
    for (unsigned k = threadIdx.x; k < sizeof(ObservedSums) / sizeof(Word); k += blockDim.x)
        reinterpret_cast<Word*>(&now)[k] = 0;
}

/// In place of a thermostat of all atoms, where there is none.
struct NoThermostat {
    MDSIM_HD int prepare(const ThermostatAction&) const { return 0; }
    MDSIM_HD double act(int, double, ThermostatState&) const { return 1; }
};

/// Calls a function with the barostat and the thermostat of an action as types.
template <class P, class Function>
void with_couplings(const BoxCouplingArgs<P>& action, const Function& function) {
    std::visit(
        [&](const auto& barostat) {
            if (!action.thermostat) return function(barostat, NoThermostat{});
            std::visit([&](const auto& thermostat) { function(barostat, thermostat); },
                       *action.thermostat);
        },
        action.barostat);
}

/// The thermostat of the atoms, as the action of a barostat calls it. What it prepares does not
/// follow from the sums of the step.
template <class Thermostat> struct ThermostatWithin {
    using Prepared = decltype(Thermostat{}.prepare({}));

    Thermostat thermostat{};
    Prepared prepared{};
    ThermostatState* state = nullptr; ///< null: it does not act on the step

    MDSIM_HD double operator()(double kinetic) const {
        return state == nullptr ? 1 : thermostat.act(prepared, kinetic, *state);
    }
};

/// The thermostat of an action by the sums of a step, prepared, where it acts in it.
template <class Thermostat>
__device__ ThermostatWithin<Thermostat> thermostat_within(const Thermostat& thermostat, bool acts,
                                                          const CouplingArgs& coupling,
                                                          const Control& control, Step step) {
    ThermostatWithin<Thermostat> within{thermostat};
    if (!acts) return within;
    within.prepared = thermostat.prepare(action_on(coupling, control, step));
    within.state = &coupling.place->after.thermostat;
    return within;
}

/// Has two numbers computed at once, by the first warp and by all others; every thread of a block
/// gets both. In a block of one warp one after the other.
struct OnTwoWarps {
    template <class First, class Second>
    MDSIM_HD TwoNumbers operator()(const First& first, const Second& second) const {
#ifdef __CUDA_ARCH__
        if (blockDim.x > warp_lanes) {
            __shared__ TwoNumbers both;
            if (threadIdx.x < warp_lanes) {
                const double number = first();
                if (threadIdx.x == 0) both.first = number;
            } else {
                const double number = second();
                if (threadIdx.x == warp_lanes) both.second = number;
            }
            __syncthreads();
            return both;
        }
#endif
        return InOrder{}(first, second);
    }
};

/// The box that an action leads to.
struct NextBox {
    LowerTriangular<double> edges; ///< [length]
    LowerTriangular<double> drift; ///< in which atoms drift there [length]
    bool possible = false;
};

/// A step by whose sums a barostat acts, of a batch that begins with `first`, and its box.
struct StepOfBox {
    Step step;
    Step first;
    Step place;                    ///< of the box among those of the batch
    LowerTriangular<double> edges; ///< [length]
};

template <class P>
__device__ StepOfBox step_of_box(const Control& control, const StepBoxes<P>& boxes, Step step) {
    const Step place = step - control.first_step;
    return {step, control.first_step, place, boxes.edges[place]};
}

/// A number for each component of a tensor.
__device__ inline StrainNumbers numbers_of(const FixedSum::Words (&sum)[6], FixedScale scale) {
    StrainNumbers numbers;
    for (std::size_t k = 0; k < 6; ++k)
        numbers[k] = FixedSum::from_words(scale, sum[k], false).value();
    return numbers;
}

__device__ inline double not_a_number() { return __longlong_as_double(0x7ff8000000000000ll); }

/// What a barostat acts by.
__device__ inline BarostatAction barostat_action(const CouplingArgs& coupling, const BoxSums& sums,
                                                 const StepOfBox& now) {
    const LowerTriangular<double>& edges = now.edges;
    const double volume = edges.xx * edges.yy * edges.zz;
    const double tail = coupling.barostat.tail / volume / 3;
    StrainNumbers virial = numbers_of(sums.virial, fixed_scale::virial);
    for (std::size_t d = 0; d < 3; ++d) virial[d] += tail;
    // No box follows from such sums, and the host says why.
    if (sums.saturated != 0) virial[0] = not_a_number();
    return {virial,
            numbers_of(sums.kinetic, fixed_scale::kinetic_energy),
            coupling.barostat.pressure.at(now.step, now.first),
            coupling.barostat.temperature.at(now.step, now.first),
            volume,
            coupling.degrees_of_freedom,
            coupling.barostat.time,
            barostat_noise(coupling.seed, now.step)};
}

/// Lets a barostat act by the sums of all ranks, and the thermostat within its action. All threads
/// of a block, which all get the box.
template <class Barostat, class Thermostat>
__device__ NextBox act_on_box(const Barostat& barostat, ThermostatWithin<Thermostat> thermostat,
                              const CouplingArgs& coupling, const BoxSums& sums,
                              const StepOfBox& now) {
    DeviceCoupling& place = *coupling.place;
    BarostatState state = place.after.barostat;
    ThermostatState heat = place.after.thermostat;
    if (thermostat.state != nullptr) thermostat.state = &heat;
    const BarostatAction by = barostat_action(coupling, sums, now);
    const BoxMove move = barostat.act(by, state, thermostat, OnTwoWarps{});
    const bool possible = move.possible();
    __syncthreads(); // all have read the states
    if (threadIdx.x == 0) {
        note_action(place, {now.step, 0, by.virial, by.kinetic2}, now.step + coupling.delay,
                    move.velocities);
        place.before.barostat = place.after.barostat;
        if (possible) place.after.barostat = state;
    }
    // Of a thread that has moved the thermostat on.
    if (threadIdx.x == (blockDim.x > warp_lanes ? warp_lanes : 0)) {
        place.before.thermostat = place.after.thermostat;
        if (possible) place.after.thermostat = heat;
    }
    return {now.edges * move.next, now.edges * move.drift, possible};
}

/// Writes the boxes of the steps from one action, of a step whose box is at `place`, to the next
/// one, which comes `every` steps behind it. All threads of a block.
template <class P>
__device__ void write_boxes(const StepBoxes<P>& boxes, Step place, std::int64_t every,
                            const NextBox& next) {
    const BoxSeries& series = *boxes.series;
    const MoveLimits limits = series.rule.at(series.built, next.edges);
    const Step last = place + every < series.count ? place + every : series.count - 1;
    for (Step i = place + 1 + threadIdx.x; i <= last; i += blockDim.x) {
        StepBox<P> box(next.edges, limits);
        if (i == place + 1) box.drift_in(next.drift);
        boxes.first[i] = box;
        boxes.edges[i] = next.edges;
    }
}

/// Goes on in the next box from the step on which the action comes. Where there is none, the pass
/// ends before the step in hand begins, kernel number `kernel` of the pass, whose sums the action
/// is by; or if the action is delayed, the batch with the last step before it. Where the box leaves
/// its frame, the batch ends with the step of the action. All threads of a block.
template <class P>
__device__ void go_on_in(const NextBox& next, const StepBoxes<P>& boxes, const StepOfBox& now,
                         const CouplingArgs& coupling, Control& control, int kernel) {
    const std::int64_t delay = coupling.delay;
    if (!next.possible) {
        if (threadIdx.x != 0) return;
        return delay == 0 ? end_before_step(control, kernel)
                          : end_behind_step(control, now.step + delay - 1);
    }
    write_boxes(boxes, now.place + delay, coupling.barostat.every, next);
    if (threadIdx.x == 0 && leaves_frame(next.edges, coupling.barostat.frame))
        end_behind_step(control, now.step + delay);
}

} // namespace mdsim
