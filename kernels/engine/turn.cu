// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/engine/turn_end.hpp"

namespace mdsim {

namespace {

__device__ void decide_on_pause(const TurnConditions& conditions, bool observed, bool coupled) {
    if (conditions.observes) cudaGraphSetConditional(conditions.observed, observed ? 1 : 0);
    if (conditions.couples) cudaGraphSetConditional(conditions.coupled, coupled ? 1 : 0);
}

__device__ void end_loop(const TurnConditions& conditions) {
    cudaGraphSetConditional(conditions.again, 0);
    decide_on_pause(conditions, false, false);
}

__global__ void close(Control* control, TurnConditions conditions) {
    Control c = *control;
    const TurnEnd end = end_turn(c);
    *control = c;
    cudaGraphSetConditional(conditions.rebuild, end.rebuild ? 1 : 0);
    cudaGraphSetConditional(conditions.again, end.again ? 1 : 0);
    const bool pause = end.again && begins_with_pause(c);
    const bool observed = observed_on(c, c.step);
    decide_on_pause(conditions, pause && observed, pause && !observed);
}

__global__ void check(const ListUse* use, ListRoom room, TurnConditions conditions) {
    if (!room.holds(*use)) end_loop(conditions);
}

__global__ void note(const ListUse* use, ListRoom room, Control* control) {
    if (!room.holds(*use)) control->no_room |= no_room_for_lists;
}

__global__ void end_turns(const Control* control, TurnConditions conditions) {
    if (control->halted()) end_loop(conditions);
}

} // namespace

void close_turn(const Stream& stream, Control* control, const TurnConditions& conditions) {
    close<<<1, 1, 0, stream.get()>>>(control, conditions);
    check_launch("close");
}

void check_room(const Stream& stream, const ListUse* use, const ListRoom& room,
                const TurnConditions& conditions) {
    check<<<1, 1, 0, stream.get()>>>(use, room, conditions);
    check_launch("check");
}

void note_room(const Stream& stream, const ListUse* use, const ListRoom& room, Control* control) {
    note<<<1, 1, 0, stream.get()>>>(use, room, control);
    check_launch("note room");
}

void end_without_room(const Stream& stream, const Control* control,
                      const TurnConditions& conditions) {
    end_turns<<<1, 1, 0, stream.get()>>>(control, conditions);
    check_launch("end without room");
}

} // namespace mdsim
