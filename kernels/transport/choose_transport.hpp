// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "kernels/p2p/peer_links.hpp"
#include "kernels/transport/transport.hpp"

namespace mdsim {

/// What carries between ranks without a direct link.
struct ChosenTransport {
    std::unique_ptr<Transport> transport; ///< null where all pairs have a direct link
    std::string why_staged;               ///< what speaks against NCCL where it was not taken
};

/// Chooses it as the input asks, alike on all ranks; links that are not to be used count as absent
/// afterwards. Automatic choice takes direct links, then NCCL where it works, then the hosts.
/// Collective. Throws InputError where NCCL is asked for and cannot be had, EnvironmentError where
/// direct links are and one is missing.
ChosenTransport choose_transport(PeerLinks& links, const TransportRequest& request,
                                 std::chrono::nanoseconds limit);

/// What carries between two ranks, when it has been chosen.
Carrier carrier_between(const PeerLinks& links, const Transport* transport, Rank a, Rank b);
/// The pairs of all ranks by that.
CarrierCounts count_carriers(const PeerLinks& links, const Transport* transport);

} // namespace mdsim
