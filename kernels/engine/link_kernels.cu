// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/engine/link_kernels.hpp"

#include "kernels/p2p/all_reduce.cuh"

namespace mdsim {

namespace {

constexpr unsigned most_barriers = 200;
/// Ranks that share a GPU take turns of milliseconds.
constexpr unsigned long long enough_ns = 10'000'000;

/// The first all-reduce only lets all begin together. All threads of a rank, and all ranks, must
/// come to the same end, so no clock ends the loop alone: the ranks all-reduce what theirs say.
__global__ void barrier_kernel(AllReduceView view, BarrierTrial* trial) {
    AllReduced reduced = all_reduce(view, 0);
    const unsigned long long started = clock_ns();
    unsigned count = 0;
    while (count < most_barriers && reduced.lost == 0 && reduced.word == 0) {
        const bool late = __syncthreads_or(ns_since(started) > enough_ns) != 0;
        reduced = all_reduce(view, late ? 1 : 0);
        ++count;
    }
    if (threadIdx.x == 0) *trial = {reduced, count, ns_since(started)};
}

__global__ void write_kernel(uint4* to, unsigned count) {
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        to[i] = {i, i, i, i};
}

} // namespace

void queue_barriers(const Stream& stream, const AllReduceView& view, BarrierTrial* trial) {
    barrier_kernel<<<1, all_reduce_threads(view.ranks), 0, stream.get()>>>(view, trial);
    check_launch("barrier_kernel");
}

void queue_writing(const Stream& stream, uint4* to, unsigned count) {
    constexpr unsigned threads = 256;
    constexpr unsigned blocks = 1024; // enough for all SMs, with several records a thread
    write_kernel<<<blocks, threads, 0, stream.get()>>>(to, count);
    check_launch("write_kernel");
}

} // namespace mdsim
