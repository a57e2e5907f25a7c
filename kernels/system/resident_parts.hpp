// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <vector>

#include "kernels/forces/potential_driver.hpp"
#include "kernels/lists/list_check.hpp"
#include "kernels/peers/agreement.hpp"
#include "kernels/ranks/act_together.hpp"
#include "kernels/ranks/rank_exchange.hpp"
#include "kernels/sort/cell_order.hpp"
#include "kernels/system/atom_store.hpp"
#include "kernels/system/hosted_meetings.hpp"

namespace mdsim {

/// What several ranks need in order to work together.
template <class P> struct RanksTogether {
    RankExchange<P>* exchange = nullptr; ///< null for a rank that is alone
    RankMeetings* meetings = nullptr;
    Agreement* agreement = nullptr;      ///< null where hosts lead the steps
    const KineticPost* post = nullptr;   ///< beside the agreement
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
