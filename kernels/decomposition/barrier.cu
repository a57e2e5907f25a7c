// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/decomposition/barrier.hpp"

#include "kernels/decomposition/barrier.cuh"
#include "kernels/runtime/early_start.cuh"
#include "kernels/runtime/launch.hpp"
#include "kernels/runtime/overlapped.hpp"

namespace mdsim {

namespace {

__global__ void after_step(AllReduceView view, Control* control, int kernel) {
    wait_for_kernel_before();
    let_next_kernel_begin();
    if (does_step(*control, kernel)) reduce_after_step(view, *control, number_in_pass(kernel));
}

__global__ void after_round(AllReduceView view, Control* control, int kernel) {
    wait_for_kernel_before();
    let_next_kernel_begin();
    if (does_step(*control, kernel)) all_reduce_or_end(view, *control, 0, number_in_pass(kernel));
}

__global__ void after_sample(AllReduceView view, Control* control, int queued) {
    if (!does_step(*control, queued)) return;
    const int kernel = number_in_pass(queued);
    const unsigned long long all =
        all_reduce_or_end(view, *control, word_after_sample(*control), kernel);
    if (threadIdx.x == 0) apply_after_sample(*control, all, kernel);
}

__global__ void barrier(AllReduceView view, Control* control) {
    Control& c = *control;
    const unsigned long long all =
        all_reduce_or_end(view, c, static_cast<unsigned>(c.no_capacity), -1);
    if (threadIdx.x != 0) return;
    c.no_capacity |= static_cast<std::int32_t>(all);
    // What the lost rank would have sent is missing, so later kernels must not use it.
    if (c.lost != 0) c.no_capacity |= no_capacity_for_atoms;
}

} // namespace

void reduce_after_step(const Stream& stream, const AllReduceView& view, Control* control,
                       int kernel, bool early) {
    launch_kernel(stream, {1, all_reduce_threads(view.ranks), 0}, early, after_step, view, control,
                  kernel);
}

void sync_after_round(const Stream& stream, const AllReduceView& view, Control* control, int kernel,
                      bool early) {
    launch_kernel(stream, {1, all_reduce_threads(view.ranks), 0}, early, after_round, view, control,
                  kernel);
}

void reduce_after_sample(const Stream& stream, const AllReduceView& view, Control* control,
                         int kernel) {
    after_sample<<<1, all_reduce_threads(view.ranks), 0, stream.get()>>>(view, control, kernel);
    check_launch("reduce after a sample");
}

void queue_barrier(const Stream& stream, const AllReduceView& view, Control* control) {
    barrier<<<1, all_reduce_threads(view.ranks), 0, stream.get()>>>(view, control);
    check_launch("barrier");
}

} // namespace mdsim
