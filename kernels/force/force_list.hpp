// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "core/contract.hpp"
#include "kernels/force/force.hpp"

namespace mdsim {

/// The forces of a system. They are walked over in their order here and nowhere else: each adds to
/// what those before it have stored, and the last one ends as is asked for.
template <class P> class ForceList {
  public:
    /// At most one of them has a round, as there is one channel.
    void add(std::unique_ptr<Force<P>> force) {
        MDSIM_REQUIRE(!force->has_round() || !has_round());
        forces_.push_back(std::move(force));
    }

    std::size_t size() const { return forces_.size(); }
    std::size_t bytes() const;
    bool has_round() const;
    /// How many numbers of each atom the channel must hold.
    std::size_t channel_width() const;

    /// Queues the round of the force that has one. Before the walks below may begin, all ranks
    /// synchronize.
    void queue_round(const Stream& stream, WalkArgs<P> walk, const RoundArgs<P>& round) const;

    /// Queues forces that are stored, with energies and virial if `totals` is given.
    void queue_stored(const Stream& stream, WalkArgs<P> walk, DeviceSums<pair_sums>* totals) const;

    /// Queues what all forces give each atom of energy and virial, added to `share`; the round of
    /// the same positions must have been done.
    void queue_shares(const Stream& stream, WalkArgs<P> walk, AtomShare<P>* share) const;

    /// Queues forces that are stored, and the end of the step before.
    void queue_completed(const Stream& stream, WalkArgs<P> walk,
                         const CompleteArgs<P>& complete) const;

    /// Queues forces that move the atoms.
    void queue_advance(const Stream& stream, WalkArgs<P> walk, const AdvanceArgs<P>& advance) const;

    /// Calls queue(walk) for the lists of each force.
    template <class Queue> void for_each_list(WalkArgs<P> walk, const Queue& queue) const {
        for (std::size_t number = 0; number < forces_.size(); ++number) {
            select(walk, number);
            queue(walk);
        }
    }

  private:
    /// Lets a walk be that of a force of the list.
    void select(WalkArgs<P>& walk, std::size_t number) const;
    /// Queues all forces but the last, stored; the walk is then that of the last one, which it
    /// returns.
    const Force<P>& queue_all_but_last(const Stream& stream, WalkArgs<P>& walk,
                                       DeviceSums<pair_sums>* totals) const;

    std::vector<std::unique_ptr<Force<P>>> forces_;
};

} // namespace mdsim
