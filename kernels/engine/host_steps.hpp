// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>

#include "kernels/engine/rebuild.hpp"

namespace mdsim {

struct HostSteps {
    AtomCapacity capacity = AtomCapacity::enough; ///< of the last rebuild
    double busy = 0;                              ///< that the steps took on this device [s]
};

/// Goes through a batch step by step, led by the hosts, which deliver between kernels what ranks
/// without a direct link send each other. The control has been pushed, with passes of one step;
/// `queue_step` queues the step and the sending of positions, and missing pairs are searched
/// for if asked. Waits, and ends early where a rebuild runs out of capacity for atoms.
template <class P>
HostSteps run_host_steps(const Stream& stream, const ResidentParts<P>& parts, Rebuild<P>& rebuild,
                         bool search, const std::function<void()>& queue_step);

} // namespace mdsim
