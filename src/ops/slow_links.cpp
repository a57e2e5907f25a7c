// SPDX-License-Identifier: BSD-3-Clause
#include "ops/slow_links.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "core/contract.hpp"
#include "ops/transport.hpp"

namespace mdsim {

namespace {

using Clock = std::chrono::steady_clock;

/// The rank so many places behind another, around the end.
Rank behind(Rank rank, int shift, int ranks) { return (rank + shift) % ranks; }

/// How far behind each rank the one is to which it sends, so that most do so to another host; 0
/// where all are on one host.
int shift_to_others(const Communicator& comm, const std::vector<bool>& elsewhere) {
    std::vector<std::int64_t> pairs(static_cast<std::size_t>(comm.size()), 0);
    for (int shift = 1; shift < comm.size(); ++shift) {
        const Rank to = behind(comm.rank(), shift, comm.size());
        pairs[static_cast<std::size_t>(shift)] = elsewhere[static_cast<std::size_t>(to)] ? 1 : 0;
    }
    comm.sum(std::span<std::int64_t>(pairs));
    return static_cast<int>(std::max_element(pairs.begin(), pairs.end()) - pairs.begin());
}

/// Seconds in which all ranks that have a partner on another host send it so much, the slowest
/// one's.
double time_sending(const Communicator& comm, const std::vector<bool>& elsewhere, int shift,
                    std::size_t bytes, const SendTrial& send) {
    const auto if_elsewhere = [&](Rank rank) {
        return elsewhere[static_cast<std::size_t>(rank)] ? std::optional<Rank>(rank) : std::nullopt;
    };
    const auto to = if_elsewhere(behind(comm.rank(), shift, comm.size()));
    const auto from = if_elsewhere(behind(comm.rank(), comm.size() - shift, comm.size()));
    comm.barrier();
    const Clock::time_point start = Clock::now();
    send(to, from, bytes);
    return comm.max_of(std::chrono::duration<double>(Clock::now() - start).count());
}

} // namespace

std::vector<bool> ranks_elsewhere(const Communicator& comm, int simulated_hosts) {
    const Rank first_here = comm.on_node().min_of(comm.rank());
    std::vector<std::int32_t> first(static_cast<std::size_t>(comm.size()), 0);
    first[static_cast<std::size_t>(comm.rank())] = first_here;
    comm.max(std::span<std::int32_t>(first));
    TransportRequest request;
    request.simulated_hosts = simulated_hosts;
    std::vector<bool> elsewhere;
    for (Rank rank = 0; rank < comm.size(); ++rank)
        elsewhere.push_back(first[static_cast<std::size_t>(rank)] != first_here ||
                            !request.together(rank, comm.rank(), comm.size()));
    return elsewhere;
}

double measure_bandwidth(const Communicator& comm, const std::vector<bool>& elsewhere,
                         const SendTrial& send) {
    MDSIM_REQUIRE(elsewhere.size() == static_cast<std::size_t>(comm.size()));
    const int shift = shift_to_others(comm, elsewhere);
    if (shift == 0) return 0;
    constexpr double long_enough = 0.05; // [s]
    std::size_t bytes = 64 << 10;
    double seconds = time_sending(comm, elsewhere, shift, bytes, send); // this one connects
    do {
        bytes *= 4;
        seconds = time_sending(comm, elsewhere, shift, bytes, send);
    } while (seconds < long_enough && bytes < most_tried_bytes);
    return static_cast<double>(bytes) / seconds;
}

bool packing_pays(double bandwidth, double rate) {
    return bandwidth > 0 && rate > 0 && bandwidth < 0.05 * rate;
}

} // namespace mdsim
