// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/system/turn_end.hpp"

namespace mdsim {

namespace {

__global__ void close(Control* control, cudaGraphConditionalHandle rebuild,
                      cudaGraphConditionalHandle again) {
    Control c = *control;
    const TurnEnd end = end_turn(c);
    *control = c;
    cudaGraphSetConditional(rebuild, end.rebuild ? 1 : 0);
    cudaGraphSetConditional(again, end.again ? 1 : 0);
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
