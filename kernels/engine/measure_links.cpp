// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/engine/measure_links.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>

#include "kernels/engine/link_kernels.hpp"
#include "kernels/p2p/all_reduce.hpp"
#include "kernels/p2p/on_all_ranks.hpp"
#include "kernels/runtime/stopwatch.hpp"
#include "kernels/transport/choose_transport.hpp"

namespace mdsim {

namespace {

constexpr int trials = 3; // the best counts: clocks and links wake up in the first

/// Seconds of one all-reduce, the slowest rank's.
double time_barrier(const PeerLinks& links) {
    const AllReduce all_reduce(links);
    const Stream stream;
    Buffer<BarrierTrial, Device> result(1);
    double best = std::numeric_limits<double>::infinity();
    for (int trial = 0; trial < trials; ++trial) {
        BarrierTrial seen;
        on_all_ranks(links.ranks(), [&] {
            queue_barriers(stream, all_reduce.view(), result.data());
            stream.download(result.data(), &seen, 1);
            stream.wait();
            all_reduce.check(seen.reduced);
        });
        const double seconds = 1e-9 * static_cast<double>(seen.ns) / seen.count;
        best = std::min(best, links.ranks().max_of(seconds));
    }
    return best;
}

constexpr unsigned records = measured_bytes / sizeof(uint4);

/// Bytes a second that this rank writes to this memory.
double time_writes(const Stream& stream, uint4* to) {
    constexpr int writes = 4;
    const Stopwatch watch;
    double best = 0;
    for (int trial = 0; trial < trials; ++trial) {
        watch.start(stream);
        for (int k = 0; k < writes; ++k) queue_writing(stream, to, records);
        watch.stop(stream);
        stream.wait();
        best = std::max(best, writes * static_cast<double>(measured_bytes) / watch.seconds());
    }
    return best;
}

/// [from][to]: bytes a second, one pair after the other; 0 where there is no link.
std::vector<double> time_all_writes(const PeerLinks& links) {
    const PeerArray<uint4> array(links, records);
    const Stream stream;
    std::vector<double> own(static_cast<std::size_t>(links.size()), 0.0);
    for (Rank from = 0; from < links.size(); ++from)
        for (Rank to = 0; to < links.size(); ++to) {
            if (from == to || !links.direct(from, to)) continue;
            on_all_ranks(links.ranks(), [&] {
                if (from == links.rank())
                    own[static_cast<std::size_t>(to)] = time_writes(stream, array.of(to));
            });
        }
    return gather_on_all(links.ranks(), own);
}

/// Of this rank to another.
LinkPath path_to(const PeerLinks& links, Rank to) {
    if (to == links.rank() || !links.direct(links.rank(), to)) return LinkPath::none;
    if (links.on_one_device(links.rank(), to)) return LinkPath::same_gpu;
    int device = 0;
    int all_atomics = 0;
    const bool received =
        cudaDeviceGetByPCIBusId(&device, links.place(to).bus) == cudaSuccess &&
        cudaDeviceGetP2PAttribute(&all_atomics, cudaDevP2PAttrNativeAtomicSupported,
                                  links.place(links.rank()).device, device) == cudaSuccess;
    cudaGetLastError(); // a GPU that this process does not see is no fault
    if (!received) return LinkPath::direct;
    // NVLink carries all atomic operations of CUDA, PCIe knows three at most.
    return all_atomics != 0 ? LinkPath::nvlink : LinkPath::pcie;
}

DeviceLinks describe(const PeerLinks& links) {
    DeviceLinks found;
    std::vector<LinkPath> own;
    for (Rank rank = 0; rank < links.size(); ++rank) {
        const RankPlace& place = links.place(rank);
        found.gpus.push_back({place.gpu, place.bus, place.host});
        own.push_back(path_to(links, rank));
    }
    for (const LinkPath path : gather_on_all(links.ranks(), own))
        found.links.emplace_back().path = path;
    for (Rank from = 0; from < links.size(); ++from)
        for (Rank to = 0; to < links.size(); ++to)
            found.link(from, to).why_none = links.why_not(from, to);
    return found;
}

/// Notes what carries between each pair.
void note_carriers(const PeerLinks& links, const Transport* transport, DeviceLinks& found) {
    found.carriers = count_carriers(links, transport);
    for (Rank from = 0; from < links.size(); ++from)
        for (Rank to = 0; to < links.size(); ++to)
            found.link(from, to).carrier = carrier_between(links, transport, from, to);
}

/// Bytes a second that each writes to each.
void measure_rates(const PeerLinks& links, DeviceLinks& found) {
    const std::vector<double> rates = time_all_writes(links);
    for (std::size_t k = 0; k < rates.size(); ++k) found.links[k].bandwidth = rates[k];
}

/// Seconds in which this rank and another exchange so many bytes, both ways at once.
double time_exchange(const Stream& stream, Transport& transport, Rank peer, std::byte* memory,
                     std::size_t bytes) {
    using Clock = std::chrono::steady_clock;
    const DeviceBytes out{peer, memory, bytes};
    const DeviceBytes in{peer, memory + measured_bytes, bytes};
    double best = std::numeric_limits<double>::infinity();
    for (int trial = 0; trial < trials; ++trial) {
        const Clock::time_point started = Clock::now();
        transport.exchange(stream, {&out, 1}, {&in, 1});
        best = std::min(best, std::chrono::duration<double>(Clock::now() - started).count());
    }
    return best;
}

/// How fast pairs without a direct link are served, one pair after the other.
void measure_carried(const PeerLinks& links, Transport& transport, DeviceLinks& found) {
    Buffer<std::byte, Device> memory(2 * measured_bytes);
    const Stream stream;
    stream.zero(memory.data(), memory.size());
    for (Rank a = 0; a < links.size(); ++a)
        for (Rank b = a + 1; b < links.size(); ++b) {
            if (carrier_between(links, &transport, a, b) == Carrier::direct) continue;
            std::array<double, 2> seconds{0, 0};
            on_all_ranks(links.ranks(), [&] {
                if (links.rank() != a && links.rank() != b) return;
                const Rank peer = links.rank() == a ? b : a;
                for (const std::size_t k : {0, 1})
                    seconds[k] = time_exchange(stream, transport, peer, memory.data(),
                                               k == 0 ? carried_word : measured_bytes);
            });
            links.ranks().max(std::span<double>(seconds));
            for (DeviceLink* link : {&found.link(a, b), &found.link(b, a)}) {
                link->exchange = seconds[0];
                link->bandwidth = static_cast<double>(measured_bytes) / seconds[1];
            }
        }
}

} // namespace

DeviceLinks measure_links(const PeerLinks& links, Transport* transport) {
    DeviceLinks found = describe(links);
    note_carriers(links, transport, found);
    if (links.size() > 1 && links.all_direct()) found.barrier = time_barrier(links);
    measure_rates(links, found);
    if (transport != nullptr) measure_carried(links, *transport, found);
    return found;
}

} // namespace mdsim
