// SPDX-License-Identifier: BSD-3-Clause
// Deliveries between ranks whose memory is that of their processes: what hosts carry for GPUs.
#include "support/catch.hpp"

#include <array>
#include <chrono>
#include <functional>
#include <thread>

#include "core/communicator.hpp"
#include "core/error.hpp"
#include "ops/delivery_cases.hpp"

using namespace mdsim;
using namespace mdsim::test;
using namespace std::chrono_literals;

namespace {

using Word = std::uint64_t;

/// What a rank writes to another; tells who, to whom and which.
Word word(Rank from, Rank to, std::size_t number) {
    return static_cast<Word>(from + 1) << 48 | static_cast<Word>(to + 1) << 32 | number;
}

void deliver(const Communicator& ranks, const Delivery& delivery, std::vector<Word>& mirrors,
             std::vector<Word>& own) {
    std::vector<Outgoing> out;
    std::vector<Incoming> in;
    for (const Carried& c : delivery.out)
        out.push_back({c.peer, std::as_bytes(std::span(mirrors).subspan(c.first, c.count))});
    for (const Carried& c : delivery.in)
        in.push_back({c.peer, std::as_writable_bytes(std::span(own).subspan(c.first, c.count))});
    ranks.exchange_within(out, in, 60s);
}

std::string fault_of(const std::function<void()>& act) {
    try {
        act();
    } catch (const EnvironmentError& error) {
        return error.what();
    }
    return {};
}

} // namespace

TEST_CASE("notes arrive in the arrays of peers as if they had been written there") {
    const Communicator world = Communicator::world();
    REQUIRE(world.size() == 4);
    const Rank me = world.rank();
    for (const int hosts : {0, 2, 3}) {
        const DeliveryCase c = delivery_case(4, hosts, 5);
        const DeliveryPlan plan = c.plan(me);
        std::vector<Word> mirrors(plan.notes_mirrors(), 0);
        std::vector<Word> own(seen_notes(4) + c.seen_before(me, 4), 0);
        for (Rank to = 0; to < 4; ++to)
            for (std::size_t k = 0; plan.apart(to) && k < c.seen[c.pair(to, me)]; ++k)
                mirrors[plan.notes_mirror(to) + seen_notes(4) + c.seen_before(to, me) + k] =
                    word(me, to, k);
        deliver(world, plan.counts(), mirrors, own);
        for (Rank from = 0; from < 4; ++from)
            for (std::size_t k = 0; k < c.seen[c.pair(me, from)]; ++k)
                CHECK(own[seen_notes(4) + c.seen_before(me, from) + k] ==
                      (plan.apart(from) ? word(from, me, k) : 0));
    }
}

TEST_CASE("migrants come into the segment of the rank that they left, again and again") {
    const Communicator world = Communicator::world();
    const Rank me = world.rank();
    const DeliveryCase c = delivery_case(4, 0, 9);
    const DeliveryPlan plan = c.plan(me);
    for (int round = 0; round < 20; ++round) {
        const auto leave = [&](Rank from, Rank to) {
            return from == to ? 0 : std::int64_t{(from + to + round) % (int(c.segment) + 1)};
        };
        std::vector<std::int64_t> leaving;
        std::vector<Word> mirrors(plan.inbox_mirrors(), 0);
        for (Rank to = 0; to < 4; ++to) {
            leaving.push_back(leave(me, to));
            for (std::size_t k = 0; k < static_cast<std::size_t>(leaving.back()); ++k)
                mirrors[plan.inbox_mirror(to) + k] = word(me, to, k);
        }
        const std::vector<std::int64_t> arriving = world.all_to_all(leaving);
        std::vector<Word> inbox(4 * c.segment, 0);
        deliver(world, plan.migrants(leaving, arriving), mirrors, inbox);
        for (Rank from = 0; from < 4; ++from)
            for (std::size_t k = 0; k < c.segment; ++k)
                CHECK(inbox[static_cast<std::size_t>(from) * c.segment + k] ==
                      (k < static_cast<std::size_t>(leave(from, me)) ? word(from, me, k) : 0));
    }
}

TEST_CASE("hosts join what they know, and wait for a late one") {
    const Communicator world = Communicator::world();
    if (world.rank() == 2) std::this_thread::sleep_for(100ms);
    std::array<std::uint64_t, 2> words{std::uint64_t{1} << world.rank(), 0};
    world.bitwise_or_within(words, 60s);
    CHECK(words[0] == 15);
    CHECK(words[1] == 0);
}

TEST_CASE("a host that stays away is named, and nobody waits for ever") {
    const Communicator world = Communicator::world();
    const Communicator exchanging = world.duplicate();
    const Communicator joining = world.duplicate();
    const Rank away = 3;
    if (world.rank() != away) {
        std::uint64_t word = 1;
        const Incoming in{away, std::as_writable_bytes(std::span(&word, 1))};
        const std::string missed = fault_of([&] {
            exchanging.exchange_within({}, {&in, 1}, 300ms);
        });
        CHECK(missed.find("rank 3 did not") == 0);
        CHECK(missed.find("0.3 s") != std::string::npos);
        const std::string alone =
            fault_of([&] { joining.bitwise_or_within(std::span<std::uint64_t>(&word, 1), 300ms); });
        CHECK(alone.find("did not meet within 0.3 s") != std::string::npos);
    }
    world.barrier();
    if (world.rank() == away) { // or the others' reduction would still be under way at the end
        std::uint64_t word = 0;
        joining.bitwise_or_within(std::span<std::uint64_t>(&word, 1), 60s);
        CHECK(word == 1);
    }
    world.barrier();
}
