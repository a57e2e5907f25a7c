// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>

#include "kernels/p2p/all_reduce_view.hpp"
#include "kernels/p2p/peer_array.hpp"
#include "kernels/runtime/stream.hpp"

namespace mdsim {

/// Meetings of all ranks on their devices, without their hosts; each shares a word.
///
/// Any number of kernels that meet may be queued or recorded, also in bodies of loops and branches
/// of graphs: meetings are counted in the memory of the device. So all ranks must come to the same
/// meetings in the same order, one after the other: on one stream, or in graphs started from it.
class AllReduce {
  public:
    static constexpr std::chrono::nanoseconds usual_limit = std::chrono::seconds(30);

    /// Collective, as is the end; throws EnvironmentError if two ranks have no direct link. A rank
    /// that is not there within `limit` is lost, and so is every later meeting.
    explicit AllReduce(const PeerLinks& links, std::chrono::nanoseconds limit = usual_limit);

    /// For kernels that meet, by all_reduce(), with `all_reduce_threads` or any other number.
    AllReduceView view() const;

    /// How long this rank's device has waited for others in all meetings so far [s]; waits for what
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
