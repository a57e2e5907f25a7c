// SPDX-License-Identifier: BSD-3-Clause
// What carries between ranks that do not write into each other's memory.
#include <chrono>
#include <cstdint>
#include <vector>

#include "core/error.hpp"
#include "kernels/p2p/peer_array.hpp"
#include "kernels/p2p_cases.hpp"
#include "kernels/transport/choose_transport.hpp"
#include "kernels/transport/nccl_transport.hpp"
#include "kernels/transport/staged_transport.hpp"

using namespace mdsim;
using namespace mdsim::test;
using namespace std::chrono_literals;

namespace {

/// Words that a rank sends another in a round; some pairs have none.
std::size_t count_of(Rank from, Rank to, int round) {
    if (from == to || (from + 2 * to + round) % 5 == 0) return 0;
    return static_cast<std::size_t>(1 + 100 * (from + 3 * to)) << (round % 8);
}

std::uint64_t word(Rank from, Rank to, int round, std::size_t k) {
    return static_cast<std::uint64_t>(from + 1) << 56 | static_cast<std::uint64_t>(to + 1) << 48 |
           static_cast<std::uint64_t>(round) << 32 | k;
}

/// Words between this rank and each other, and where they lie in an array.
struct Words {
    std::vector<std::uint64_t> word;
    std::vector<std::size_t> first;
    Buffer<std::uint64_t, Device> memory;

    template <class Count> Words(const PeerLinks& links, const Count& count) {
        for (Rank peer = 0; peer <= links.size(); ++peer) {
            first.push_back(word.size());
            if (peer < links.size()) word.resize(word.size() + count(peer), 0);
        }
        memory.resize_discard(word.size() + 1);
    }

    std::vector<DeviceBytes> regions() {
        std::vector<DeviceBytes> all;
        for (std::size_t peer = 0; peer + 1 < first.size(); ++peer)
            if (first[peer + 1] > first[peer])
                all.push_back({static_cast<Rank>(peer),
                               reinterpret_cast<std::byte*>(memory.data() + first[peer]),
                               (first[peer + 1] - first[peer]) * sizeof(std::uint64_t)});
        return all;
    }
};

void exchange_rounds(const PeerLinks& links, Transport& transport) {
    const Stream stream;
    const Rank me = links.rank();
    for (int round = 0; round < 24; ++round) {
        Words out(links, [&](Rank to) { return count_of(me, to, round); });
        Words in(links, [&](Rank from) { return count_of(from, me, round); });
        for (Rank to = 0; to < links.size(); ++to)
            for (std::size_t k = 0; k < count_of(me, to, round); ++k)
                out.word[out.first[static_cast<std::size_t>(to)] + k] = word(me, to, round, k);
        stream.upload(out.word.data(), out.memory.data(), out.word.size());
        transport.exchange(stream, out.regions(), in.regions());
        stream.download(in.memory.data(), in.word.data(), in.word.size());
        stream.wait();
        std::size_t wrong = 0;
        for (Rank from = 0; from < links.size(); ++from)
            for (std::size_t k = 0; k < count_of(from, me, round); ++k)
                wrong += in.word[in.first[static_cast<std::size_t>(from)] + k] !=
                         word(from, me, round, k);
        CHECK(wrong == 0);
    }
}

} // namespace

TEST_CASE("what goes through the hosts arrives, of any size, also on one GPU") {
    const Communicator world = Communicator::world();
    if (!own_gpu(world)) return;
    const PeerLinks links(world);
    StagedTransport transport(links.ranks(), 60s);
    exchange_rounds(links, transport);
}

TEST_CASE("what goes by NCCL arrives, and where it cannot be had it says why") {
    const Communicator world = Communicator::world();
    if (!own_gpu(world) || world.size() < 2) return;
    PeerLinks links(world);
    const TransportRequest needs{TransportChoice::nccl, 1};
    if (share_gpus(links) || !has_nccl()) {
        CHECK_THROWS_AS(choose_transport(links, needs, 60s), InputError);
        return;
    }
    const ChosenTransport chosen = choose_transport(links, needs, 60s);
    REQUIRE(chosen.transport != nullptr);
    CHECK(count_carriers(links, chosen.transport.get()).nccl ==
          links.size() * (links.size() - 1) / 2);
    exchange_rounds(links, *chosen.transport);
}

TEST_CASE("a choice of transport leaves only the links that are wanted") {
    const Communicator world = Communicator::world();
    if (!own_gpu(world) || world.size() < 2) return;
    const int pairs = world.size() * (world.size() - 1) / 2;
    PeerLinks all(world);
    if (!all.all_direct()) return;
    CHECK(choose_transport(all, {TransportChoice::direct, 1}, 60s).transport == nullptr);
    CHECK(count_carriers(all, nullptr).direct == pairs);
    PeerLinks some(world);
    const ChosenTransport mixed = choose_transport(some, {TransportChoice::automatic, 2}, 60s);
    REQUIRE(mixed.transport != nullptr);
    for (Rank a = 0; a < some.size(); ++a)
        for (Rank b = 0; b < some.size(); ++b)
            CHECK(some.direct(a, b) == (a * 2 / some.size() == b * 2 / some.size()));
    PeerLinks none(world);
    const ChosenTransport staged = choose_transport(none, {TransportChoice::staged, 1}, 60s);
    CHECK(count_carriers(none, staged.transport.get()).staged == pairs);
    CHECK(none.why_not(0, 1).find("asks for another transport") != std::string::npos);
    CHECK_THROWS_AS(choose_transport(none, {TransportChoice::direct, 1}, 60s), EnvironmentError);
}

TEST_CASE("kernels write for ranks without a link to mirrors of their arrays") {
    const Communicator world = Communicator::world();
    if (!own_gpu(world) || world.size() < 2) return;
    PeerLinks links(world);
    links.keep_direct([](Rank, Rank) { return false; });
    PeerArray<std::uint32_t> array(links, 10);
    Buffer<std::uint32_t, Device> place(1);
    array.set_mirrors(
        std::vector<std::uint32_t*>(static_cast<std::size_t>(links.size()), place.data()));
    std::vector<std::uint32_t*> table(static_cast<std::size_t>(links.size()));
    const Stream stream;
    stream.download(array.table(), table.data(), table.size());
    stream.wait();
    for (Rank r = 0; r < links.size(); ++r)
        CHECK(table[static_cast<std::size_t>(r)] ==
              (r == links.rank() ? array.data() : place.data()));
}

TEST_CASE("a rank that stays away from an exchange through the hosts is named") {
    const Communicator world = Communicator::world();
    if (!own_gpu(world) || world.size() < 2) return;
    const PeerLinks links(world);
    StagedTransport transport(links.ranks(), 300ms);
    const Rank away = world.size() - 1;
    if (world.rank() == 0) {
        Buffer<std::uint64_t, Device> word(1);
        const DeviceBytes in{away, reinterpret_cast<std::byte*>(word.data()),
                             sizeof(std::uint64_t)};
        std::string told;
        try {
            transport.exchange(Stream(), {}, {&in, 1});
        } catch (const EnvironmentError& error) {
            told = error.what();
        }
        CHECK(told.find("rank " + std::to_string(away)) == 0);
        CHECK(told.find("0.3 s") != std::string::npos);
    }
    world.barrier();
}
