// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/engine/ranks.hpp"
#include "ops/atom_capacity.hpp"

namespace mdsim {

/// Sorts the atoms, exchanges them with other ranks, and builds lists: by itself in a batch of
/// steps, or for a host that waits.
template <class P> class Rebuild {
  public:
    Rebuild(const Stream& stream, const ResidentParts<P>& parts, const Ranks<P>& ranks)
        : stream_(&stream), parts_(parts), ranks_(&ranks) {}

    /// Does it; waits until that is done, and for the control with it.
    AtomCapacity run();

    /// Queues it, with the capacity there is.
    void queue() const;
    /// Waits for what was queued, and for the control and what lists used with it.
    void pull() const;
    /// Enlarges lists that were too small, and repeats what that takes; arrays of atoms it cannot
    /// enlarge. Throws where the ranks lost each other or an atom. Collective; to be called after
    /// pull().
    AtomCapacity resolve();

  private:
    void queue_sort() const;
    void repeat();

    const Stream* stream_;
    ResidentParts<P> parts_;
    const Ranks<P>* ranks_;
};

} // namespace mdsim
