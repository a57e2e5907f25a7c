// SPDX-License-Identifier: BSD-3-Clause
#include "domain/position_carrier.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>

#include "domain/packing_transport.hpp"
#include "ops/slow_links.hpp"

namespace mdsim {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Sends by MPI, from and to memory of this call.
void send_by_mpi(const Communicator& comm, std::optional<Rank> to, std::optional<Rank> from,
                 std::size_t bytes) {
    const std::vector<std::byte> going(bytes);
    std::vector<std::byte> coming(bytes);
    std::vector<Outgoing> out;
    std::vector<Incoming> in;
    if (to) out.push_back({*to, going});
    if (from) in.push_back({*from, coming});
    comm.exchange(out, in);
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
PositionCarrier make_position_carrier(const Communicator& comm, PackingChoice choice,
                                      int simulated_hosts) {
    LinkPacking packing;
    std::vector<bool> packed(static_cast<std::size_t>(comm.size()), true);
    if (choice == PackingChoice::automatic && comm.size() > 1) {
        packed = ranks_elsewhere(comm, simulated_hosts);
        packing.bandwidth = measure_bandwidth(comm, packed, [&](auto to, auto from, auto bytes) {
            send_by_mpi(comm, to, from, bytes);
        });
        if (packing.bandwidth > 0) packing.rate = comm.min_of(measure_packing_rate<P>());
    }
    packing.packs =
        choice == PackingChoice::always ||
        (choice == PackingChoice::automatic && packing_pays(packing.bandwidth, packing.rate));
    packing.packs = packing.packs && comm.size() > 1;
    if (packing.packs)
        return {std::make_unique<PackingTransport<P>>(comm, std::move(packed)), packing};
    return {std::make_unique<MpiHaloTransport>(comm), packing};
}

#define MDSIM_INSTANTIATE(P)                                                                       \
    template double measure_packing_rate<P>();                                                     \
    template PositionCarrier make_position_carrier<P>(const Communicator&, PackingChoice, int);

MDSIM_INSTANTIATE(MixedPrecision)
MDSIM_INSTANTIATE(DoublePrecision)

} // namespace mdsim
