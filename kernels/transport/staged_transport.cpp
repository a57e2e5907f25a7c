// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/transport/staged_transport.hpp"

#include <numeric>

#include "core/contract.hpp"

namespace mdsim {

namespace {

std::size_t bytes_of(std::span<const DeviceBytes> regions) {
    return std::accumulate(regions.begin(), regions.end(), std::size_t{0},
                           [](std::size_t sum, const DeviceBytes& r) { return sum + r.bytes; });
}

/// Calls act(memory of the device, place among all, bytes), once for regions that lie one behind
/// the other.
template <class Act> void for_each_run(std::span<const DeviceBytes> regions, const Act& act) {
    std::size_t place = 0;
    for (std::size_t k = 0; k < regions.size();) {
        std::byte* const first = regions[k].memory;
        std::size_t bytes = 0;
        for (; k < regions.size() && regions[k].memory == first + bytes; ++k)
            bytes += regions[k].bytes;
        act(first, place, bytes);
        place += bytes;
    }
}

} // namespace

void StagedTransport::exchange(const Stream& stream, std::span<const DeviceBytes> out,
                               std::span<const DeviceBytes> in) {
    MDSIM_EXPECT(can_travel(out, ranks_.rank(), ranks_.size()));
    MDSIM_EXPECT(can_travel(in, ranks_.rank(), ranks_.size()));
    if (out.empty() && in.empty()) return;
    const std::size_t going = bytes_of(out);
    const std::size_t needed = going + bytes_of(in);
    if (needed > memory_.size()) {
        stream.wait(); // what came last may be on its way from there to the device
        memory_.resize_discard(needed);
    }
    for_each_run(out, [&](const std::byte* from, std::size_t place, std::size_t bytes) {
        stream.download(from, memory_.data() + place, bytes);
    });
    stream.wait();
    std::vector<Outgoing> outgoing;
    std::vector<Incoming> incoming;
    std::byte* at = memory_.data();
    for (const DeviceBytes& r : out) {
        outgoing.push_back({r.peer, {at, r.bytes}});
        at += r.bytes;
    }
    for (const DeviceBytes& r : in) {
        incoming.push_back({r.peer, {at, r.bytes}});
        at += r.bytes;
    }
    ranks_.exchange_within(outgoing, incoming, limit_);
    for_each_run(in, [&](std::byte* to, std::size_t place, std::size_t bytes) {
        stream.upload(memory_.data() + going + place, to, bytes);
    });
}

} // namespace mdsim
