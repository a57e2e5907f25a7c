// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/p2p/peer_links.hpp"
#include "kernels/transport/transport.hpp"
#include "ops/device_links.hpp"

namespace mdsim {

/// Measures what lies between the ranks of `links`, and how fast the transport (null: none is
/// needed) serves those without a direct link. Collective; throws EnvironmentError on all ranks
/// alike.
DeviceLinks measure_links(const PeerLinks& links, Transport* transport);

} // namespace mdsim
