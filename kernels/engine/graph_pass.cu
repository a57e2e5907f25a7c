// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/engine/graph_pass.hpp"

#include "kernels/engine/pass_end.hpp"

namespace mdsim {

namespace {

__device__ void decide_on_branch(const PassConditions& conditions, bool summed, bool coupled) {
    if (conditions.sums) cudaGraphSetConditional(conditions.summed, summed ? 1 : 0);
    if (conditions.couples) cudaGraphSetConditional(conditions.coupled, coupled ? 1 : 0);
}

__device__ void choose(const PassConditions& conditions, const PassBody& body) {
    cudaGraphSetConditional(conditions.body,
                            static_cast<unsigned>(conditions.bodies.number_of(body)));
}

__device__ std::int32_t body_of_phase(const Control& c) {
    return static_cast<std::int32_t>(c.bodies.body_of(c.phase));
}

/// Ends the loop for a host that has to help with a rebuild: at once, or, where the rebuild is the
/// beginning of a pass, with that pass, which then does no step.
__device__ void end_loop(Control* control, const PassConditions& conditions) {
    if (conditions.chooses) {
        control->pass.last = -1;
        return;
    }
    cudaGraphSetConditional(conditions.again, 0);
    decide_on_branch(conditions, false, false);
}

__device__ void note_shortage(Control* control) { control->no_capacity |= no_capacity_for_lists; }

__global__ void begin(const Control* control, PassConditions conditions) {
    choose(conditions, {false, false, false, body_of_phase(*control)});
}

__global__ void close(Control* control, PassConditions conditions) {
    Control c = *control;
    const PassEnd end = end_pass(c);
    *control = c;
    cudaGraphSetConditional(conditions.again, end.again ? 1 : 0);
    const bool branch = end.again && begins_with_branch(c);
    const bool sums = branch && c.schedule.plan(c.step).takes_all();
    if (conditions.chooses)
        return choose(conditions, {end.rebuild, branch, sums, body_of_phase(c)});
    cudaGraphSetConditional(conditions.rebuild, end.rebuild ? 1 : 0);
    decide_on_branch(conditions, sums, branch && !sums);
}

__global__ void check(const ListUse* use, ListCapacity capacity, Control* control,
                      PassConditions conditions) {
    if (capacity.holds(*use)) return;
    note_shortage(control);
    end_loop(control, conditions);
}

__global__ void note(const ListUse* use, ListCapacity capacity, Control* control) {
    if (!capacity.holds(*use)) note_shortage(control);
}

__global__ void end_passes(Control* control, PassConditions conditions) {
    if (control->halted()) end_loop(control, conditions);
}

__global__ void resume(Control* control, Step at, Step next) {
    Control c = *control;
    resume_passes(c, at, next);
    *control = c;
}

} // namespace

void begin_passes(const Stream& stream, const Control* control, const PassConditions& conditions) {
    begin<<<1, 1, 0, stream.get()>>>(control, conditions);
    check_launch("begin passes");
}

void close_pass(const Stream& stream, Control* control, const PassConditions& conditions) {
    close<<<1, 1, 0, stream.get()>>>(control, conditions);
    check_launch("close");
}

void queue_resume(const Stream& stream, Control* control, Step at, Step next) {
    resume<<<1, 1, 0, stream.get()>>>(control, at, next);
    check_launch("resume");
}

void check_capacity(const Stream& stream, const ListUse* use, const ListCapacity& capacity,
                    Control* control, const PassConditions& conditions) {
    check<<<1, 1, 0, stream.get()>>>(use, capacity, control, conditions);
    check_launch("check");
}

void note_capacity(const Stream& stream, const ListUse* use, const ListCapacity& capacity,
                   Control* control) {
    note<<<1, 1, 0, stream.get()>>>(use, capacity, control);
    check_launch("note capacity");
}

void end_without_capacity(const Stream& stream, Control* control,
                          const PassConditions& conditions) {
    end_passes<<<1, 1, 0, stream.get()>>>(control, conditions);
    check_launch("end without capacity");
}

} // namespace mdsim
