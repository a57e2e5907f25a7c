// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/system/turn.hpp"

namespace mdsim {

namespace {

/// Whether a rebuild is due after the turn's last step; counts steps that were not safe.
__device__ bool reach_verdict(Control& c) {
    const bool far = c.too_far >> c.last_of_turn & 1u;
    if (c.rebuild_every == 0) return c.exact != 0 ? c.lacking >> c.last_of_turn & 1u : far;
    const bool due = c.step - c.last_rebuild >= c.rebuild_every;
    c.unsafe += __popcll(c.too_far) - (due && far ? 1 : 0);
    return due;
}

__device__ void note_rebuild(Control& c) {
    const Step interval = c.step - c.last_rebuild;
    if (c.rebuilds == 0 || interval < c.shortest) c.shortest = interval;
    if (interval > c.longest) c.longest = interval;
    c.steps_between += interval;
    c.rebuilds += 1;
    c.last_rebuild = c.step;
}

__global__ void close(Control* control, cudaGraphConditionalHandle rebuild,
                      cudaGraphConditionalHandle again) {
    Control c = *control;
    const int steps = c.last_of_turn - c.first_of_turn + 1;
    c.step += steps;
    c.steps_left -= steps;
    c.position_buffer ^= steps & 1;
    const bool due = reach_verdict(c);
    const bool ended = c.steps_left == 0 || c.halted();
    c.too_far = 0;
    c.lacking = 0;
    c.rebuild_due = due && ended ? 1 : 0;
    if (due && !ended) note_rebuild(c);
    open_turn(c);
    *control = c;
    cudaGraphSetConditional(rebuild, due && !ended ? 1 : 0);
    cudaGraphSetConditional(again, ended ? 0 : 1);
}

__global__ void check(const ListUse* use, ListRoom room, cudaGraphConditionalHandle again) {
    if (room.holds(*use)) return;
    cudaGraphSetConditional(again, 0);
}

__global__ void note(const ListUse* use, ListRoom room, Control* control) {
    if (!room.holds(*use)) control->no_room |= no_room_for_lists;
}

__global__ void end_turns(const Control* control, cudaGraphConditionalHandle again) {
    if (control->halted()) cudaGraphSetConditional(again, 0);
}

} // namespace

void close_turn(const Stream& stream, Control* control, cudaGraphConditionalHandle rebuild,
                cudaGraphConditionalHandle again) {
    close<<<1, 1, 0, stream.get()>>>(control, rebuild, again);
    check_launch("close");
}

void check_room(const Stream& stream, const ListUse* use, const ListRoom& room,
                cudaGraphConditionalHandle again) {
    check<<<1, 1, 0, stream.get()>>>(use, room, again);
    check_launch("check");
}

void note_room(const Stream& stream, const ListUse* use, const ListRoom& room, Control* control) {
    note<<<1, 1, 0, stream.get()>>>(use, room, control);
    check_launch("note room");
}

void end_without_room(const Stream& stream, const Control* control,
                      cudaGraphConditionalHandle again) {
    end_turns<<<1, 1, 0, stream.get()>>>(control, again);
    check_launch("end without room");
}

} // namespace mdsim
