// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/p2p_rounds.hpp"

#include "kernels/p2p/all_reduce.cuh"
#include "kernels/runtime/launch.hpp"

namespace mdsim::test {

namespace {

constexpr unsigned threads = 128;

/// Different for each record of each pair of ranks and each round.
__device__ unsigned long long value_of(unsigned long long round, int from, int to, unsigned i) {
    unsigned long long x = round * 0x9e3779b97f4a7c15u +
                           (static_cast<unsigned long long>(from) << 40) +
                           (static_cast<unsigned long long>(to) << 48) + i;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    return x ^ (x >> 27);
}

__device__ PushedRecord* place_of(const RoundsView& v, int to, int from, unsigned long long round) {
    const std::size_t part =
        (round % 2) * static_cast<std::size_t>(v.ranks) + static_cast<std::size_t>(from);
    return v.array_of[to] + part * v.count;
}

__global__ void push(RoundsView v) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned long long round = v.state->round;
    if (i >= v.count) return;
    for (int to = 0; to < v.ranks; ++to)
        place_of(v, to, v.rank, round)[i] = {value_of(round, v.rank, to, i), round};
}

__global__ void look(RoundsView v) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned long long round = v.state->round;
    if (i >= v.count || v.reduced->lost != 0) return;
    for (int from = 0; from < v.ranks; ++from) {
        const PushedRecord r = place_of(v, v.rank, from, round)[i];
        const bool right = r.round == round && r.value == value_of(round, from, v.rank, i);
        atomicAdd(right ? &v.state->checked : &v.state->wrong, 1ull);
    }
}

__device__ bool are_right(const RoundsView& v, unsigned long long round) {
    return v.reduced->word == (round << 32 | ((1ull << v.ranks) - 1));
}

/// Each rank has a bit of its own, above which all have the same number.
__global__ void all_reduce_words(AllReduceView view, const RoundsState* state,
                                 AllReduced* reduced) {
    const unsigned long long number = state != nullptr ? state->round << 32 : 0;
    const AllReduced all = all_reduce(view, number | 1ull << view.rank);
    if (threadIdx.x == 0) *reduced = all;
}

void queue_all_reduce_of(const Stream& stream, const AllReduceView& view, const RoundsState* state,
                         AllReduced* reduced) {
    all_reduce_words<<<1, all_reduce_threads(view.ranks), 0, stream.get()>>>(view, state, reduced);
    check_launch("all-reduce words");
}

/// Ends a round; a handle of 0 is none.
__global__ void close(RoundsView v, cudaGraphConditionalHandle extra,
                      cudaGraphConditionalHandle again) {
    RoundsState& s = *v.state;
    s.stopped = v.reduced->lost;
    if (s.stopped == 0 && !are_right(v, s.round)) s.astray += 1;
    s.round += 1;
    const bool goes_on = s.round < s.rounds && s.stopped == 0;
    if (extra != 0)
        cudaGraphSetConditional(extra, s.round % extra_every == 0 && s.stopped == 0 ? 1 : 0);
    if (again != 0) cudaGraphSetConditional(again, goes_on ? 1 : 0);
}

__global__ void count_extra(RoundsView v) {
    v.state->extra += 1;
    if (v.reduced->lost == 0 && !are_right(v, v.state->round)) v.state->astray += 1;
}

} // namespace

void queue_all_reduce(const Stream& stream, const AllReduceView& view, AllReduced* reduced) {
    queue_all_reduce_of(stream, view, nullptr, reduced);
}

void queue_round(const Stream& stream, const AllReduce& all_reduce, const RoundsView& view,
                 LoopRecorder* recorder) {
    const unsigned blocks = blocks_for(view.count, threads);
    push<<<blocks, threads, 0, stream.get()>>>(view);
    check_launch("push");
    queue_all_reduce_of(stream, all_reduce.view(), view.state, view.reduced);
    look<<<blocks, threads, 0, stream.get()>>>(view);
    check_launch("look");
    const auto extra = recorder != nullptr ? recorder->condition() : 0;
    const auto again = recorder != nullptr ? recorder->again() : 0;
    close<<<1, 1, 0, stream.get()>>>(view, extra, again);
    check_launch("close");
    if (recorder == nullptr) return;
    recorder->when(extra, [&stream, &all_reduce, view] {
        queue_all_reduce_of(stream, all_reduce.view(), view.state, view.reduced);
        count_extra<<<1, 1, 0, stream.get()>>>(view);
        check_launch("count_extra");
    });
}

} // namespace mdsim::test
