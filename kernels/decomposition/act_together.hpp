// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/integrate/couple_atoms.hpp"
#include "kernels/p2p/all_reduce_view.hpp"
#include "kernels/p2p/peer_array.hpp"

namespace mdsim {

/// The diagonal of the kinetic tensor of one rank's atoms.
struct ToldKinetic {
    FixedSum::Words sum[3];
};

/// Where ranks tell each other their sums: each holds an array [action][from]. It is not written
/// again before it was read, as all meet for the other action in between.
class KineticPost {
  public:
    /// Collective, as is the end.
    explicit KineticPost(const PeerLinks& links)
        : told_(links, 2 * static_cast<std::size_t>(links.size())) {}

    ToldKinetic* const* table() const { return told_.table(); }

  private:
    PeerArray<ToldKinetic> told_;
};

/// Queues an action as `act` does, by the sums of all ranks, who meet. Their chains stay the same
/// in all bits, as sums in fixed point have no order. If a rank is lost, the turn ends after this
/// step, which is void.
void act_together(const Stream& stream, const AllReduceView& view, const KineticPost& post,
                  Control* control, int kernel, const CouplingArgs& coupling, Action action);

} // namespace mdsim
