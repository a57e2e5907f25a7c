// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/decomposition/couple_ranks.hpp"
#include "kernels/decomposition/rank_exchange.hpp"
#include "kernels/engine/atom_store.hpp"
#include "kernels/engine/channel_store.hpp"
#include "kernels/engine/host_barrier.hpp"
#include "kernels/engine/look_store.hpp"
#include "kernels/force/force_list.hpp"
#include "kernels/neighbor/list_check.hpp"
#include "kernels/p2p/all_reduce.hpp"
#include "kernels/sort/cell_order.hpp"

namespace mdsim {

/// What a rank needs to work with others.
template <class P> struct RankParts {
    RankExchange<P>* exchange = nullptr; ///< null for a rank that is alone
    RankBarrier* barrier = nullptr;
    AllReduce* all_reduce = nullptr;             ///< null where hosts lead the steps
    const SumsExchange* sums_exchange = nullptr; ///< used with the all-reduce
    HostBarrier<P>* host_barrier = nullptr;      ///< the barrier, where hosts lead the steps
    const Communicator* comm = nullptr;
    bool share_device = false;    ///< some of them have one GPU together
    std::int64_t total_atoms = 0; ///< of all ranks
    std::int64_t slowdown = 1;    ///< times that this one computes the forces of each step
};

/// The parts of a resident system that steps and rebuilds work on.
template <class P> struct ResidentParts {
    AtomStore<P>* atoms;
    CellOrder<P>* order;
    TileLists<P>* lists;
    ListCheck<P>* check;
    ChannelStore<P>* channel; ///< without atoms where no force has a round
    RankParts<P> ranks;
    const ForceList<P>* forces;
    LookStore* looks;
};

} // namespace mdsim
