// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>

#include "kernels/decomposition/rank_barrier.hpp"
#include "kernels/decomposition/staged_exchange.hpp"
#include "kernels/engine/atom_store.hpp"
#include "kernels/engine/channel_store.hpp"
#include "kernels/sort/cell_order.hpp"

namespace mdsim {

/// A barrier of the hosts, where some pairs have no direct link: they wait for their devices,
/// all-reduce what their controls say, and deliver what was written for ranks without a link.
/// A rank that stays away longer than the limit is an EnvironmentError.
template <class P> class HostBarrier final : public RankBarrier {
  public:
    HostBarrier(AtomStore<P>& atoms, CellOrder<P>& order, ChannelStore<P>& channel,
                StagedExchange<P>& staged_exchange, std::chrono::nanoseconds limit)
        : atoms_(&atoms), order_(&order), channel_(&channel), staged_exchange_(&staged_exchange),
          limit_(limit) {}

    void sync(Written what) override;
    void check(const Control&) const override {} // the barrier has thrown

    /// The all-reduce after a step, whose positions have been sent, and the one after the search
    /// for missing pairs. The host's control is as the device left it, and alike on all ranks.
    void reduce_after_step();
    void reduce_after_check();

  private:
    unsigned long long all_reduce(unsigned long long word) const;
    Site<P>* site(int buffer) const { return atoms_->sites().array(buffer); }
    void deliver(Written what);

    AtomStore<P>* atoms_;
    CellOrder<P>* order_;
    ChannelStore<P>* channel_;
    StagedExchange<P>* staged_exchange_;
    std::chrono::nanoseconds limit_;
};

} // namespace mdsim
