// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>

#include "kernels/p2p/all_reduce_view.hpp"
#include "kernels/p2p/peer_array.hpp"
#include "kernels/runtime/stream.hpp"

namespace mdsim {

/// All-reduces of a word between all ranks, on their devices and without their hosts.
///
/// Any number of kernels with an all-reduce may be queued or recorded, also in bodies of loops and
/// branches of graphs: the device counts them. So all ranks must do the same all-reduces in the
/// same order, one after the other: on one stream, or in graphs started from it.
class AllReduce {
  public:
    static constexpr std::chrono::nanoseconds usual_limit = std::chrono::seconds(30);

    /// Collective, as is the end; throws EnvironmentError if two ranks have no direct link. A rank
    /// that is not there within `limit` is lost, and so is every later all-reduce.
    explicit AllReduce(const PeerLinks& links, std::chrono::nanoseconds limit = usual_limit);

    /// For kernels that call all_reduce(), with `all_reduce_threads` or any other number.
    AllReduceView view() const;

    /// How long this rank's device has waited for others so far [s]; waits for what
    /// is queued.
    double waited(const Stream& stream) const;

    /// Throws EnvironmentError that names the rank that was lost, if one was. `reduced` has been
    /// copied to the host.
    void check(const AllReduced& reduced) const;

  private:
    const PeerLinks* links_;
    std::chrono::nanoseconds limit_;
    PeerArray<MailboxSlot> mailboxes_;
    Buffer<AllReduceState, Device> state_;
};

} // namespace mdsim
