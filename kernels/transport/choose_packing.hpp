// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "kernels/p2p/peer_links.hpp"
#include "kernels/transport/transport.hpp"
#include "ops/link_packing.hpp"
#include "ops/transport.hpp"

namespace mdsim {

/// Between which ranks a transport carries positions packed, and what was decided.
struct ChosenPacking {
    std::vector<bool> packed; ///< [rank] between it and this one; empty where nothing is packed
    LinkPacking packing;
};

/// Chooses as the input asks, alike on all ranks: automatic packs what goes to other hosts if that
/// was measured to pay, always packs what goes to any rank without a direct link. `transport`: null
/// where all pairs have one. Collective.
ChosenPacking choose_packing(const PeerLinks& links, Transport* transport,
                             const TransportRequest& request);

} // namespace mdsim
