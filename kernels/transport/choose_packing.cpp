// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/transport/choose_packing.hpp"

#include <utility>

#include "kernels/p2p/on_all_ranks.hpp"
#include "ops/slow_links.hpp"

namespace mdsim {

namespace {

/// Bytes a second that a device packs and unpacks [bytes / s]: a message of 300 kB takes it about
/// 100 us, which are launches, a wait and a message about sizes.
constexpr double packing_rate = 3e9;

std::vector<bool> ranks_apart(const PeerLinks& links, const TransportRequest& request,
                              bool other_hosts_only) {
    const Rank me = links.rank();
    std::vector<bool> apart;
    for (Rank peer = 0; peer < links.size(); ++peer) {
        const bool together = on_same_host(links.place(me), links.place(peer)) &&
                              request.together(me, peer, links.size());
        apart.push_back(!links.direct(me, peer) && !(other_hosts_only && together));
    }
    return apart;
}

/// That of the transport between devices.
double measured_bandwidth(const PeerLinks& links, Transport& transport,
                          const std::vector<bool>& elsewhere) {
    const Stream stream;
    Buffer<std::byte, Device> memory;
    on_all_ranks(links.ranks(), [&] {
        memory.resize_discard(2 * most_tried_bytes);
        stream.zero(memory.data(), memory.size());
        stream.wait();
    });
    const auto send = [&](std::optional<Rank> to, std::optional<Rank> from, std::size_t bytes) {
        std::vector<DeviceBytes> out;
        std::vector<DeviceBytes> in;
        if (to) out.push_back({*to, memory.data(), bytes});
        if (from) in.push_back({*from, memory.data() + most_tried_bytes, bytes});
        transport.exchange(stream, out, in);
        stream.wait();
    };
    return measure_bandwidth(links.ranks(), elsewhere, send);
}

} // namespace

ChosenPacking choose_packing(const PeerLinks& links, Transport* transport,
                             const TransportRequest& request) {
    ChosenPacking chosen;
    if (transport == nullptr || request.packing == PackingChoice::never) return chosen;
    const bool automatic = request.packing == PackingChoice::automatic;
    std::vector<bool> packed = ranks_apart(links, request, automatic);
    if (automatic) {
        chosen.packing.bandwidth = measured_bandwidth(links, *transport, packed);
        if (chosen.packing.bandwidth > 0) chosen.packing.rate = packing_rate;
    }
    chosen.packing.packs =
        !automatic || packing_pays(chosen.packing.bandwidth, chosen.packing.rate);
    if (chosen.packing.packs) chosen.packed = std::move(packed);
    return chosen;
}

} // namespace mdsim
