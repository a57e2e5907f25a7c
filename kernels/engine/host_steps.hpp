// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>

#include "kernels/engine/rebuild.hpp"

namespace mdsim {

/// Queues the two parts of a step, between which hosts deliver what the round computed.
struct HostStep {
    bool has_round = false;
    std::function<void()> queue_round;
    std::function<void()> queue_moves; ///< the forces, the motion and the sending of positions
};

struct HostSteps {
    AtomCapacity capacity = AtomCapacity::enough; ///< of the last rebuild
    double busy = 0;                              ///< that the steps took on this device [s]
};

/// Goes through a batch step by step, led by the hosts, which deliver between kernels what ranks
/// without a direct link send each other. The control has been pushed, with passes of one step;
/// missing pairs are searched for if asked. Waits, and ends early where a rebuild runs out of
/// capacity for atoms.
template <class P>
HostSteps run_host_steps(const Stream& stream, const ResidentParts<P>& parts, Rebuild<P>& rebuild,
                         bool search, const HostStep& step);

} // namespace mdsim
