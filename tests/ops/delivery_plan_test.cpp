// SPDX-License-Identifier: BSD-3-Clause
// What is carried between ranks without a direct link, for all ranks in one process.
#include "ops/delivery_plan.hpp"

#include <algorithm>
#include <functional>

#include "ops/delivery_cases.hpp"
#include "ops/transport.hpp"
#include "support/catch.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

const Carried* with(const std::vector<Carried>& ranges, Rank peer) {
    const auto found = std::find_if(ranges.begin(), ranges.end(),
                                    [peer](const Carried& c) { return c.peer == peer; });
    return found == ranges.end() ? nullptr : &*found;
}

/// Whether each sends what the other receives, in the order of ranks and only where they are apart.
/// Calls check(from, to, what goes out there, what comes in here).
void check_pairs(const DeliveryCase& c, const std::vector<Delivery>& all,
                 const std::function<void(Rank, Rank, const Carried&, const Carried&)>& check) {
    std::size_t pairs = 0;
    std::size_t ranges = 0;
    for (Rank from = 0; from < c.ranks; ++from) {
        const Delivery& sender = all[static_cast<std::size_t>(from)];
        ranges += sender.out.size() + sender.in.size();
        CHECK(std::is_sorted(sender.out.begin(), sender.out.end(),
                             [](const Carried& a, const Carried& b) { return a.peer < b.peer; }));
        for (Rank to = 0; to < c.ranks; ++to) {
            const Carried* out = with(sender.out, to);
            const Carried* in = with(all[static_cast<std::size_t>(to)].in, from);
            CHECK((out == nullptr) == (in == nullptr));
            if (out == nullptr || in == nullptr) continue;
            CHECK(c.apart[c.pair(from, to)]);
            CHECK(out->count == in->count);
            CHECK(out->count > 0);
            check(from, to, *out, *in);
            ++pairs;
        }
    }
    CHECK(ranges == 2 * pairs);
}

std::vector<DeliveryCase> cases() {
    std::vector<DeliveryCase> all;
    for (const int ranks : {1, 2, 3, 6})
        for (const int hosts : {0, 1, 2, 3})
            all.push_back(delivery_case(ranks, hosts, 31u * static_cast<unsigned>(ranks)));
    return all;
}

} // namespace

TEST_CASE("entries of peers are found in a list that is ordered by them") {
    CHECK(first_of_peers({{1, 4}, {1, 9}, {3, 0}}, 4) == std::vector<std::uint32_t>{0, 0, 2, 2, 3});
    CHECK(first_of_peers({}, 2) == std::vector<std::uint32_t>{0, 0, 0});
}

TEST_CASE("counts of shown cells go from the mirror of a peer's notes to where it looks for them") {
    for (const DeliveryCase& c : cases()) {
        std::vector<Delivery> all;
        for (Rank r = 0; r < c.ranks; ++r) all.push_back(c.plan(r).counts());
        check_pairs(c, all, [&](Rank from, Rank to, const Carried& out, const Carried& in) {
            CHECK(in.first == seen_notes(c.ranks) + c.seen_before(to, from));
            CHECK(in.count == c.seen[c.pair(to, from)]);
            CHECK(out.first == c.plan(from).notes_mirror(to) + in.first);
        });
    }
}

TEST_CASE("migrants go from the mirror of a segment to the segment") {
    for (const DeliveryCase& c : cases()) {
        const auto leaving = [&](Rank from, Rank to) {
            return from == to ? 0 : std::int64_t{(from + 2 * to) % 4};
        };
        std::vector<Delivery> all;
        for (Rank r = 0; r < c.ranks; ++r) {
            std::vector<std::int64_t> out;
            std::vector<std::int64_t> in;
            for (Rank peer = 0; peer < c.ranks; ++peer) {
                out.push_back(leaving(r, peer));
                in.push_back(leaving(peer, r));
            }
            all.push_back(c.plan(r).migrants(out, in));
        }
        check_pairs(c, all, [&](Rank from, Rank to, const Carried& out, const Carried& in) {
            CHECK(out.first == c.plan(from).inbox_mirror(to));
            CHECK(in.first == static_cast<std::size_t>(from) * c.segment);
            CHECK(in.count == static_cast<std::size_t>(leaving(from, to)));
        });
    }
}

TEST_CASE("positions lie in the mirror as they are sent, and come to lie behind the own atoms") {
    for (const DeliveryCase& c : cases()) {
        const LocalIndex owned = 1000;
        const auto atoms = [&](Rank of, Rank seer) { return 3 * c.seen[c.pair(seer, of)]; };
        std::vector<std::vector<LocalIndex>> sent(static_cast<std::size_t>(c.ranks), {0});
        std::vector<std::vector<LocalIndex>> halo(static_cast<std::size_t>(c.ranks), {owned});
        std::vector<Delivery> all;
        for (Rank r = 0; r < c.ranks; ++r) {
            auto& s = sent[static_cast<std::size_t>(r)];
            auto& h = halo[static_cast<std::size_t>(r)];
            for (Rank peer = 0; peer < c.ranks; ++peer) {
                s.push_back(s.back() + atoms(r, peer));
                h.push_back(h.back() + atoms(peer, r));
            }
            all.push_back(c.plan(r).positions(s, h));
        }
        check_pairs(c, all, [&](Rank from, Rank to, const Carried& out, const Carried& in) {
            CHECK(out.first == sent[static_cast<std::size_t>(from)][static_cast<std::size_t>(to)]);
            CHECK(in.first == halo[static_cast<std::size_t>(to)][static_cast<std::size_t>(from)]);
            CHECK(in.count == atoms(from, to));
        });
    }
}

TEST_CASE("mirrors lie one behind the other, and ranks with a direct link have none") {
    for (const DeliveryCase& c : cases())
        for (Rank r = 0; r < c.ranks; ++r) {
            const DeliveryPlan plan = c.plan(r);
            std::size_t inbox = 0;
            std::size_t notes = 0;
            for (Rank peer = 0; peer < c.ranks; ++peer) {
                CHECK(plan.inbox_mirror(peer) == inbox);
                CHECK(plan.notes_mirror(peer) == notes);
                if (!plan.apart(peer)) continue;
                inbox += c.segment;
                notes += seen_notes(c.ranks) + c.seen_before(peer, c.ranks);
            }
            CHECK(plan.inbox_mirrors() == inbox);
            CHECK(plan.notes_mirrors() == notes);
        }
}

TEST_CASE("ranks count as on several hosts, one after the other") {
    const TransportRequest one;
    const TransportRequest two{TransportChoice::automatic, 2};
    for (Rank a = 0; a < 4; ++a)
        for (Rank b = 0; b < 4; ++b) {
            CHECK(one.together(a, b, 4));
            CHECK(two.together(a, b, 4) == (a / 2 == b / 2));
        }
}
