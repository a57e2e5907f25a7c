// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/engine/graph_pass.hpp"
#include "kernels/engine/resident_parts.hpp"

namespace mdsim {

/// Sorts the atoms, exchanges them with other ranks, and builds lists: by itself in a batch of
/// steps, or for a host that waits.
template <class P> class Rebuild {
  public:
    /// Gives all ranks the same limit for their tiles. Collective.
    Rebuild(const Stream& stream, const ResidentParts<P>& parts);

    /// Does it; waits until that is done.
    AtomRoom run();

    /// Queues it, in the room there is.
    void queue() const;
    /// Queues the check whether there was room; where there was none the loop of a graph ends.
    void queue_end(const PassConditions& conditions) const;
    /// Gives lists room where there was none, and repeats what that takes; for atoms there is none
    /// to give. Throws where the ranks lost each other or an atom. Collective; the control has been
    /// pulled.
    AtomRoom settle();

    bool alone() const { return parts_.ranks.exchange == nullptr; }
    RankView<P> rank_view() const;
    /// Queues the sending of the positions in use to the halos of others, who send theirs; waits
    /// where hosts lead the steps.
    void exchange_positions() const;

  private:
    void queue_sort() const;
    void queue_halo() const;
    ListShortage worst_of_all(ListShortage mine) const;
    void check_ranks() const;
    void repeat();

    const Stream* stream_;
    ResidentParts<P> parts_;
};

} // namespace mdsim
