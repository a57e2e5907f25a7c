// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/coupling/couple_box.hpp"
#include "kernels/p2p/all_reduce_view.hpp"
#include "kernels/p2p/peer_array.hpp"
#include "kernels/runtime/stream.hpp"

namespace mdsim {

/// What one rank's atoms add up to.
struct RankSums {
    FixedSum::Words kinetic[6]; ///< the kinetic tensor; its diagonal where no barostat acts
    FixedSum::Words virial[6];  ///< where one acts
};

/// Where ranks send each other their sums: each holds an array [from]. The all-reduce that ends a
/// step comes in between, so nothing is overwritten before it was read.
class SumsExchange {
  public:
    /// Collective, as is the end.
    explicit SumsExchange(const PeerLinks& links)
        : received_(links, static_cast<std::size_t>(links.size())) {}

    RankSums* const* table() const { return received_.table(); }

  private:
    PeerArray<RankSums> received_;
};

/// Queues the action of step kernel `kernel`, if the thermostat acts on its step and no barostat
/// does: the thermostat acts by the sums of all ranks, with a barrier, and leaves its factor at its
/// place; the sums there become zero. The thermostats of all ranks keep the same bits, as sums in
/// fixed point have no order. If a rank is lost, the pass ends after this step, which is void.
void couple_ranks(const Stream& stream, const AllReduceView& view, const SumsExchange& exchange,
                  Control* control, int kernel, const AnyThermostat& thermostat,
                  const CouplingArgs& coupling);

/// The same of a barostat: see couple_box.
template <class P>
void couple_box_of_ranks(const Stream& stream, const AllReduceView& view,
                         const SumsExchange& exchange, Control* control, int kernel,
                         const BoxCouplingArgs<P>& action);

} // namespace mdsim
