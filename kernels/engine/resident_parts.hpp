// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <vector>

#include "kernels/decomposition/act_together.hpp"
#include "kernels/decomposition/rank_exchange.hpp"
#include "kernels/engine/atom_store.hpp"
#include "kernels/engine/hosted_meetings.hpp"
#include "kernels/force/potential_driver.hpp"
#include "kernels/neighbor/list_check.hpp"
#include "kernels/p2p/all_reduce.hpp"
#include "kernels/sort/cell_order.hpp"

namespace mdsim {

/// What several ranks need in order to work together.
template <class P> struct RanksTogether {
    RankExchange<P>* exchange = nullptr; ///< null for a rank that is alone
    RankMeetings* meetings = nullptr;
    AllReduce* all_reduce = nullptr;     ///< null where hosts lead the steps
    const KineticPost* post = nullptr;   ///< used with the all-reduce
    HostedMeetings<P>* hosted = nullptr; ///< the meetings, where hosts lead the steps
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
    RanksTogether<P> ranks;
    const std::vector<std::unique_ptr<PotentialDriver<P>>>* potentials;
    FractionScale<P> scale;
};

} // namespace mdsim
