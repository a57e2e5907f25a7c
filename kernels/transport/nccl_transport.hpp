// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>
#include <memory>

#include "kernels/p2p/peer_links.hpp"
#include "kernels/transport/transport.hpp"

namespace mdsim {

/// Whether this program was built with NCCL.
bool has_nccl();

/// Carries by NCCL, over whatever links and networks it finds. It is tried first: a probe goes
/// between all pairs without a direct link. Collective; throws EnvironmentError on all ranks alike
/// where it does not work, as for two ranks on one GPU. No wait is longer than `limit`, to begin
/// with `first_limit`.
std::unique_ptr<Transport> make_nccl_transport(const PeerLinks& links,
                                               std::chrono::nanoseconds first_limit,
                                               std::chrono::nanoseconds limit);

} // namespace mdsim
