// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/p2p/all_reduce.hpp"
#include "kernels/runtime/graph.hpp"

namespace mdsim::test {

/// What ranks push to each other, as large as a position.
struct alignas(16) PushedRecord {
    unsigned long long value;
    unsigned long long round;
};

/// Where the rounds of one rank stand, in the memory of its device.
struct RoundsState {
    unsigned long long round = 0;
    unsigned long long rounds = 0; ///< to be done, less than 2^32
    unsigned long long checked = 0;
    unsigned long long wrong = 0;   ///< records that were not those of the round
    unsigned long long extra = 0;   ///< all-reduces in a branch
    unsigned long long astray = 0;  ///< all-reduces with a wrong word
    unsigned long long stopped = 0; ///< `AllReduced::lost` of the all-reduce that ended the rounds
};

/// Arrays in which every rank has, in two buffers, a place for `count` records of each rank.
struct RoundsView {
    PushedRecord* const* array_of; ///< [rank][round % 2][from][count]
    RoundsState* state;
    AllReduced* reduced;
    int rank;
    int ranks;
    unsigned count;
};

/// Every how many rounds a branch agrees once more.
inline constexpr unsigned long long extra_every = 7;

/// Queues an all-reduce of words in which each rank sets the bit of its number.
void queue_all_reduce(const Stream& stream, const AllReduceView& view, AllReduced* reduced);

/// Queues one round: each rank writes its records into the arrays of all, agrees, and checks what
/// the others wrote. With a recorder it is the body of a loop that ends by itself, and every
/// seventh round agrees once more in a branch.
void queue_round(const Stream& stream, const AllReduce& all_reduce, const RoundsView& view,
                 LoopRecorder* recorder);

} // namespace mdsim::test
