// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/integrate/coupling_args.hpp"
#include "kernels/p2p/all_reduce_view.hpp"
#include "kernels/p2p/peer_array.hpp"
#include "kernels/runtime/stream.hpp"

namespace mdsim {

/// The diagonal of the kinetic tensor of one rank's atoms.
struct RankKinetic {
    FixedSum::Words sum[3];
};

/// Where ranks send each other their sums: each holds an array [from]. The all-reduce that ends a
/// step comes in between, so nothing is overwritten before it was read.
class KineticExchange {
  public:
    /// Collective, as is the end.
    explicit KineticExchange(const PeerLinks& links)
        : received_(links, static_cast<std::size_t>(links.size())) {}

    RankKinetic* const* table() const { return received_.table(); }

  private:
    PeerArray<RankKinetic> received_;
};

/// Queues the action of step kernel `kernel`, if there is one on its step: the thermostat acts by
/// the sums of all ranks, with a barrier, and leaves its factor at its place; the sums there become
/// zero. The thermostats of all ranks keep the same bits, as sums in fixed point have no order. If
/// a rank is lost, the pass ends after this step, which is void.
void couple_ranks(const Stream& stream, const AllReduceView& view,
                  const KineticExchange& kinetic_exchange, Control* control, int kernel,
                  const AnyThermostat& thermostat, const CouplingArgs& coupling);

} // namespace mdsim
