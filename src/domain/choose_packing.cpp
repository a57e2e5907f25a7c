// SPDX-License-Identifier: BSD-3-Clause
#include "domain/choose_packing.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>
#include <utility>

#include "core/contract.hpp"
#include "domain/packing_transport.hpp"
#include "ops/transport.hpp"

namespace mdsim {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// The rank as far behind another as a third is behind that, around the end.
Rank behind(Rank rank, int shift, int ranks) { return (rank + shift) % ranks; }

/// How far behind each rank the one is to which it sends, so that most do so to another host; 0
/// where all are on one host.
int shift_to_others(const Communicator& comm, const std::vector<bool>& elsewhere) {
    std::vector<std::int64_t> pairs(static_cast<std::size_t>(comm.size()), 0);
    for (int shift = 1; shift < comm.size(); ++shift)
        pairs[static_cast<std::size_t>(shift)] =
            elsewhere[static_cast<std::size_t>(behind(comm.rank(), shift, comm.size()))] ? 1 : 0;
    comm.sum(std::span<std::int64_t>(pairs));
    return static_cast<int>(std::max_element(pairs.begin(), pairs.end()) - pairs.begin());
}

/// Seconds in which all ranks that have a partner on another host send it so much, the slowest
/// one's.
double time_sending(const Communicator& comm, const std::vector<bool>& elsewhere, int shift,
                    std::size_t bytes) {
    const Rank to = behind(comm.rank(), shift, comm.size());
    const Rank from = behind(comm.rank(), comm.size() - shift, comm.size());
    const std::vector<std::byte> going(bytes);
    std::vector<std::byte> coming(bytes);
    std::vector<Outgoing> out;
    std::vector<Incoming> in;
    if (elsewhere[static_cast<std::size_t>(to)]) out.push_back({to, going});
    if (elsewhere[static_cast<std::size_t>(from)]) in.push_back({from, coming});
    comm.barrier();
    const Clock::time_point start = Clock::now();
    comm.exchange(out, in);
    return comm.max_of(seconds_since(start));
}

/// Sites that move as those of a liquid do: evenly, and a little less so.
template <class P> std::vector<Site<P>> sample(std::size_t atoms, std::int32_t step) {
    using Word = site_code::Word<typename P::Fraction>;
    using Fraction = typename P::Fraction;
    std::vector<Site<P>> sites(atoms);
    for (std::size_t i = 0; i < atoms; ++i) {
        const auto place = static_cast<Word>(i * 2654435761U);
        const auto turn = static_cast<Word>(i % 1024);
        const auto t = static_cast<Word>(step);
        const Word moved = turn * t * 256 + turn * t * t * 16;
        sites[i] = {static_cast<Fraction>(place + moved), static_cast<Fraction>(place - moved),
                    static_cast<Fraction>(place ^ moved), 0};
    }
    return sites;
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

bool packing_pays(double bandwidth, double rate) {
    return bandwidth > 0 && rate > 0 && bandwidth < 0.2 * rate;
}

double measure_bandwidth(const Communicator& comm, const std::vector<bool>& elsewhere) {
    MDSIM_REQUIRE(elsewhere.size() == static_cast<std::size_t>(comm.size()));
    const int shift = shift_to_others(comm, elsewhere);
    if (shift == 0) return 0;
    constexpr double long_enough = 0.05; // [s]
    constexpr std::size_t most = 16 << 20;
    std::size_t bytes = 64 << 10;
    double seconds = time_sending(comm, elsewhere, shift, bytes); // connections are made by it
    do {
        bytes *= 4;
        seconds = time_sending(comm, elsewhere, shift, bytes);
    } while (seconds < long_enough && bytes < most);
    return static_cast<double>(bytes) / seconds;
}

template <class P> double measure_packing_rate() {
    constexpr std::size_t atoms = 8192;
    constexpr int steps = 6;
    SiteCodec<P> sender;
    SiteCodec<P> receiver;
    std::vector<Site<P>> arrived = sample<P>(atoms, 0);
    sender.agree(arrived);
    receiver.agree(arrived);
    double best = std::numeric_limits<double>::infinity();
    for (int step = 1; step <= steps; ++step) {
        const std::vector<Site<P>> now = sample<P>(atoms, step);
        const Clock::time_point start = Clock::now();
        receiver.decode(sender.encode(now), arrived);
        best = std::min(best, seconds_since(start));
    }
    return static_cast<double>(atoms * sizeof(Site<P>)) / best;
}

template <class P>
ChosenTransport choose_transport(const Communicator& comm, PackingChoice choice,
                                 int simulated_hosts) {
    LinkPacking packing;
    std::vector<bool> packed(static_cast<std::size_t>(comm.size()), true);
    if (choice == PackingChoice::automatic && comm.size() > 1) {
        packed = ranks_elsewhere(comm, simulated_hosts);
        packing.bandwidth = measure_bandwidth(comm, packed);
        if (packing.bandwidth > 0) packing.rate = comm.min_of(measure_packing_rate<P>());
    }
    packing.packs = choice == PackingChoice::always ||
                    (choice == PackingChoice::automatic &&
                     packing_pays(packing.bandwidth, packing.rate));
    packing.packs = packing.packs && comm.size() > 1;
    if (packing.packs)
        return {std::make_unique<PackingTransport<P>>(comm, std::move(packed)), packing};
    return {std::make_unique<MpiHaloTransport>(comm), packing};
}

#define MDSIM_INSTANTIATE(P)                                                                       \
    template double measure_packing_rate<P>();                                                     \
    template ChosenTransport choose_transport<P>(const Communicator&, PackingChoice, int);

MDSIM_INSTANTIATE(MixedPrecision)
MDSIM_INSTANTIATE(DoublePrecision)

} // namespace mdsim
