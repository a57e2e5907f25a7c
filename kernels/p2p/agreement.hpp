// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>

#include "kernels/p2p/agreement_view.hpp"
#include "kernels/p2p/peer_array.hpp"
#include "kernels/runtime/stream.hpp"

namespace mdsim {

/// Meetings of all ranks on their devices, without their hosts; each shares a word.
///
/// Any number of kernels that meet may be queued or recorded, also in bodies of loops and branches
/// of graphs: meetings are counted in the memory of the device. So all ranks must come to the same
/// meetings in the same order, one after the other: on one stream, or in graphs started from it.
class Agreement {
  public:
    static constexpr std::chrono::nanoseconds usual_limit = std::chrono::seconds(30);

    /// Collective, as is the end; throws EnvironmentError if two ranks have no direct link. A rank
    /// that is not there within `limit` is lost, and so is every later meeting.
    explicit Agreement(const PeerLinks& links, std::chrono::nanoseconds limit = usual_limit);

    /// For kernels that meet, by agree(), with `agreement_threads` or any other number.
    AgreementView view() const;

    /// How long this rank's device has waited for others in all meetings so far [s]; waits for what
    /// is queued.
    double waited(const Stream& stream) const;

    /// Throws EnvironmentError that names the rank that was lost, if one was. `agreed` has been
    /// copied to the host.
    void check(const Agreed& agreed) const;

  private:
    const PeerLinks* links_;
    std::chrono::nanoseconds limit_;
    PeerArray<Letter> boxes_;
    Buffer<AgreementState, Device> state_;
};

} // namespace mdsim
