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
    AtomCapacity run();

    /// Queues it, with the capacity there is.
    void queue() const;
    /// Queues the check whether there was enough capacity; where there was none the loop of a graph
    /// ends.
    void queue_end(const PassConditions& conditions) const;
    /// Enlarges lists that were too small, and repeats what that takes; arrays of atoms it cannot
    /// enlarge. Throws where the ranks lost each other or an atom. Collective; the control has been
    /// pulled.
    AtomCapacity resolve();

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
