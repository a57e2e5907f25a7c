// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>

#include "kernels/decomposition/courier.hpp"
#include "kernels/decomposition/rank_meetings.hpp"
#include "kernels/engine/atom_store.hpp"
#include "kernels/sort/cell_order.hpp"

namespace mdsim {

/// Meetings that the hosts lead, where some pairs have no direct link: the device is waited for,
/// hosts join what their controls say, and what was written for ranks without a link is delivered.
/// A rank that stays away longer than the limit is an EnvironmentError.
template <class P> class HostedMeetings final : public RankMeetings {
  public:
    HostedMeetings(AtomStore<P>& atoms, CellOrder<P>& order, Courier<P>& courier,
                   std::chrono::nanoseconds limit)
        : atoms_(&atoms), order_(&order), courier_(&courier), limit_(limit) {}

    void meet(Written what) override;
    void check(const Control&) const override {} // meetings have thrown

    /// The meeting after a step, whose positions have been sent, and the one after the search for
    /// pairs that lists lack. The host's control is as the device left it, and as all ranks agreed.
    void meet_after_step();
    void meet_after_check();

  private:
    unsigned long long share(unsigned long long word) const;
    Site<P>* site(int buffer) const { return atoms_->sites().array(buffer); }
    void deliver(Written what);

    AtomStore<P>* atoms_;
    CellOrder<P>* order_;
    Courier<P>* courier_;
    std::chrono::nanoseconds limit_;
};

} // namespace mdsim
