// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "kernels/integrate/couple_box.hpp"
#include "kernels/integrate/thermostat_action.cuh"
#include "kernels/runtime/warp.cuh"
#include "kernels/state/step_boxes.hpp"
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

/// A step of a batch that begins with `first`, and its box.
struct StepOfBox {
    Step step;
    Step first;
    Step place;                    ///< of the box among those of the batch
    LowerTriangular<double> edges; ///< [length]
};

template <class P>
__device__ StepOfBox step_of_box(const Control& control, const StepBoxes<P>& boxes, int kernel) {
    const Step place = boxes.place(control, kernel);
    return {step_of_kernel(control, kernel), control.first_step, place, boxes.edges[place]};
}

/// A number for each component of a tensor.
__device__ inline StrainNumbers numbers_of(const FixedSum::Words (&sum)[6], FixedScale scale) {
    StrainNumbers numbers;
    for (std::size_t k = 0; k < 6; ++k)
        numbers[k] = FixedSum::from_words(scale, sum[k], false).value();
    return numbers;
}

/// What a barostat acts by on a step.
__device__ inline BarostatAction barostat_action(const CouplingArgs& coupling, const BoxSums& sums,
                                                 const StepOfBox& now) {
    const LowerTriangular<double>& edges = now.edges;
    const double volume = edges.xx * edges.yy * edges.zz;
    const double tail = coupling.barostat.tail / volume / 3;
    StrainNumbers virial = numbers_of(sums.virial, fixed_scale::virial);
    for (std::size_t d = 0; d < 3; ++d) virial[d] += tail;
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
    NextBox next;
    if (sums.saturated != 0) return next;
    DeviceCoupling& place = *coupling.place;
    BarostatState state = place.barostat;
    ThermostatState heat = place.thermostat;
    if (thermostat.state != nullptr) thermostat.state = &heat;
    const BoxMove move =
        barostat.act(barostat_action(coupling, sums, now), state, thermostat, OnTwoWarps{});
    if (!move.possible()) return next;
    __syncthreads(); // all have read the states
    if (threadIdx.x == 0) {
        place.barostat = state;
        place.factor = move.velocities;
    }
    // Of a thread that has moved the thermostat on.
    if (threadIdx.x == (blockDim.x > warp_lanes ? warp_lanes : 0)) place.thermostat = heat;
    return {now.edges * move.next, now.edges * move.drift, true};
}

/// Writes the box of the steps up to the next action, which comes `every` steps behind the one at
/// `place`. All threads of a block.
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

/// Goes on in the next box from step kernel number `kernel` of a pass, whose box is at `place`: or
/// ends the pass before the step begins, where there is none; or the batch with the step, where the
/// box leaves its frame. All threads of a block.
template <class P>
__device__ void go_on_in(const NextBox& next, const StepBoxes<P>& boxes, Step place,
                         const CouplingArgs& coupling, Control& control, int kernel) {
    if (!next.possible) {
        if (threadIdx.x == 0) end_before_step(control, kernel);
        return;
    }
    write_boxes(boxes, place, coupling.barostat.every, next);
    if (threadIdx.x == 0 && leaves_frame(next.edges, coupling.barostat.frame))
        end_behind_step(control, kernel);
}

} // namespace mdsim
