// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/integrate/couple_atoms.hpp"
#include "kernels/p2p/all_reduce_view.hpp"
#include "kernels/p2p/peer_array.hpp"

namespace mdsim {

/// The diagonal of the kinetic tensor of one rank's atoms.
struct RankKinetic {
    FixedSum::Words sum[3];
};

/// Where ranks send each other their sums: each holds an array [turn][from]. The all-reduce of the
/// other turn comes in between, so nothing is overwritten before it was read.
class KineticExchange {
  public:
    /// Collective, as is the end.
    explicit KineticExchange(const PeerLinks& links)
        : received_(links, 2 * static_cast<std::size_t>(links.size())) {}

    RankKinetic* const* table() const { return received_.table(); }

  private:
    PeerArray<RankKinetic> received_;
};

/// Queues a turn as couple_atoms() does, by the sums of all ranks, with a barrier. Their
/// thermostats keep the same bits, as sums in fixed point have no order. If a rank is lost, the
/// pass ends after this step, which is void.
void couple_ranks(const Stream& stream, const AllReduceView& view,
                  const KineticExchange& kinetic_exchange, Control* control, int kernel,
                  const AnyThermostat& thermostat, const CouplingArgs& coupling,
                  ThermostatTurn turn);

} // namespace mdsim
