// SPDX-License-Identifier: BSD-3-Clause
#include "ops/delivery_plan.hpp"

#include <algorithm>
#include <utility>

#include "core/contract.hpp"

namespace mdsim {

namespace {

void add(std::vector<Carried>& to, Rank peer, std::size_t first, std::size_t count) {
    if (count > 0) to.push_back({peer, first, count});
}

} // namespace

std::vector<std::uint32_t> first_of_peers(const std::vector<SeenCell>& cells, int ranks) {
    std::vector<std::uint32_t> first(static_cast<std::size_t>(ranks) + 1, 0);
    MDSIM_EXPECT(
        std::is_sorted(cells.begin(), cells.end(),
                       [](const SeenCell& a, const SeenCell& b) { return a.peer < b.peer; }));
    MDSIM_EXPECT(cells.empty() || (cells.front().peer >= 0 && cells.back().peer < ranks));
    for (const SeenCell& c : cells) ++first[static_cast<std::size_t>(c.peer) + 1];
    for (std::size_t r = 0; r + 1 < first.size(); ++r) first[r + 1] += first[r];
    return first;
}

DeliveryPlan::DeliveryPlan(DeliverySetup setup) : setup_(std::move(setup)) {
    const std::size_t n = setup_.apart.size();
    MDSIM_REQUIRE(setup_.first_shown.size() == n + 1);
    MDSIM_REQUIRE(setup_.first_seen.size() == n * (n + 1));
    MDSIM_REQUIRE(!apart(setup_.rank));
    MDSIM_REQUIRE(0 <= setup_.rank && setup_.rank < ranks());
    MDSIM_EXPECT(std::is_sorted(setup_.first_shown.begin(), setup_.first_shown.end()));
    notes_.push_back(0);
    for (Rank peer = 0; peer < ranks(); ++peer)
        notes_.push_back(notes_.back() +
                         (apart(peer) ? seen_notes(ranks()) + first_seen(peer, ranks()) : 0));
}

template <class Act> void DeliveryPlan::for_each_apart(const Act& act) const {
    for (Rank peer = 0; peer < ranks(); ++peer)
        if (apart(peer)) act(peer);
}

std::size_t DeliveryPlan::first_seen(Rank rank, Rank peer) const {
    MDSIM_EXPECT(0 <= rank && rank < ranks() && 0 <= peer && peer <= ranks());
    return setup_.first_seen[index(rank) * (setup_.apart.size() + 1) + index(peer)];
}

std::size_t DeliveryPlan::inbox_mirror(Rank peer) const {
    MDSIM_EXPECT(0 <= peer && peer <= ranks());
    const auto before =
        std::count(setup_.apart.begin(), setup_.apart.begin() + static_cast<int>(peer), true);
    return static_cast<std::size_t>(before) * setup_.segment;
}

Delivery DeliveryPlan::migrants(std::span<const std::int64_t> leaving,
                                std::span<const std::int64_t> arriving) const {
    MDSIM_EXPECT(leaving.size() == setup_.apart.size() && arriving.size() == leaving.size());
    Delivery delivery;
    for_each_apart([&](Rank peer) {
        const auto out = static_cast<std::size_t>(leaving[index(peer)]);
        const auto in = static_cast<std::size_t>(arriving[index(peer)]);
        MDSIM_REQUIRE(out <= setup_.segment && in <= setup_.segment);
        add(delivery.out, peer, inbox_mirror(peer), out);
        add(delivery.in, peer, index(peer) * setup_.segment, in);
    });
    return delivery;
}

Delivery DeliveryPlan::counts() const {
    const Rank me = setup_.rank;
    const std::size_t seen = seen_notes(ranks());
    Delivery delivery;
    for_each_apart([&](Rank peer) {
        add(delivery.out, peer, notes_mirror(peer) + seen + first_seen(peer, me),
            setup_.first_shown[index(peer) + 1] - setup_.first_shown[index(peer)]);
        add(delivery.in, peer, seen + first_seen(me, peer),
            first_seen(me, peer + 1) - first_seen(me, peer));
    });
    return delivery;
}

Delivery DeliveryPlan::positions(std::span<const LocalIndex> sent_first,
                                 std::span<const LocalIndex> halo_first) const {
    MDSIM_EXPECT(sent_first.size() == setup_.apart.size() + 1);
    MDSIM_EXPECT(halo_first.size() == setup_.apart.size() + 1);
    Delivery delivery;
    for_each_apart([&](Rank peer) {
        const std::size_t k = index(peer);
        add(delivery.out, peer, sent_first[k], sent_first[k + 1] - sent_first[k]);
        add(delivery.in, peer, halo_first[k], halo_first[k + 1] - halo_first[k]);
    });
    return delivery;
}

} // namespace mdsim
