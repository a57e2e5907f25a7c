// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "kernels/coupling/couple_box.hpp"
#include "kernels/engine/coupling_store.hpp"
#include "kernels/engine/graph_pass.hpp"
#include "kernels/engine/resident_parts.hpp"

namespace mdsim {

/// What steps and rebuilds of a rank do together with the other ranks, or in their place where the
/// rank is alone. Collective, but for what a rank that is alone does.
template <class P> class Ranks {
  public:
    virtual ~Ranks() = default;

    /// Queues what prepares for a batch of steps.
    virtual void begin_batch() = 0;

    // Of a step, as part of step kernel `walk.kernel` or `kernel`; queued.

    /// What follows a round: what ranks sent each other has arrived. Not where hosts lead the
    /// steps.
    virtual void queue_after_round(const WalkArgs<P>& walk) const = 0;
    /// The action of the thermostat by its sums, where it acts on the step by itself. `early`:
    /// unless it waits for other ranks, it may start while the kernel before it ends.
    virtual void queue_coupling(const Stream& stream, const WalkArgs<P>& walk,
                                const CouplingStore& coupling, bool early) const = 0;
    /// Likewise that of the barostat, by the sums of the step.
    virtual void queue_box_coupling(const Stream& stream, const WalkArgs<P>& walk,
                                    const BoxCouplingArgs<P>& action, bool early) const = 0;
    /// Whether such an action waits for other ranks, which it must do in step with them.
    virtual bool couples_with_others() const = 0;
    /// What follows the storing of a sample: if a sum is out of range, the pass ends before its
    /// step begins.
    virtual void queue_after_sample(const WalkArgs<P>& walk) const = 0;
    /// Whether that is an all-reduce; otherwise the storing of the sample ends the pass.
    virtual bool reduces_samples() const = 0;
    /// What follows a step: whether lists may be stale, by a search if `searched`.
    virtual void queue_check(int kernel, bool searched) = 0;

    /// Where steps send the atoms that other ranks see; empty for a rank that is alone.
    virtual SentAtoms<P> sent() const = 0;
    /// Tiles, as an H200 has them, up to which a step may begin while the kernel before it ends.
    virtual std::uint32_t most_overlapped_tiles() const = 0;

    // Of a rebuild.

    /// Queues the bringing of atoms to their owners and the order of their cells.
    virtual void queue_order(const OrderDepth& depth) const = 0;
    /// Queues the atoms of the halo.
    virtual void queue_halo() const = 0;
    /// Queues the check whether lists had enough capacity; where there was none the loop of a graph
    /// ends.
    virtual void queue_end(const PassConditions& conditions) const = 0;
    /// The worst shortage of any rank: all resolve it, and repeat until none is left.
    virtual ListShortage worst_of(ListShortage mine) const = 0;
    /// Throws where the ranks lost each other, or an atom.
    virtual void check() const = 0;
    /// Queues the sending of the positions in use to the halos of others, who send theirs; waits
    /// where hosts lead the steps.
    virtual void exchange_positions() const = 0;
    /// Lets what a round outside of passes sent arrive; waits where hosts lead the steps.
    virtual void exchange_channel() const = 0;
};

/// Gives all ranks the same limit for their tiles. Collective.
template <class P>
std::unique_ptr<Ranks<P>> make_ranks(const Stream& stream, const ResidentParts<P>& parts);

} // namespace mdsim
