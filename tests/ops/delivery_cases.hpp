// SPDX-License-Identifier: BSD-3-Clause
// Ranks whose memory is arrays of the host, for deliveries between them.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "ops/delivery_plan.hpp"

namespace mdsim::test {

/// Which ranks see how many cells of which, and which have a direct link: the same on all of them.
struct DeliveryCase {
    int ranks = 0;
    std::uint32_t segment = 7;
    std::vector<std::uint32_t> seen; ///< [rank][peer] cells
    std::vector<bool> apart;         ///< [rank][peer], symmetric

    std::size_t pair(Rank a, Rank b) const {
        return static_cast<std::size_t>(a) * static_cast<std::size_t>(ranks) +
               static_cast<std::size_t>(b);
    }

    DeliveryPlan plan(Rank rank) const {
        DeliverySetup setup;
        setup.rank = rank;
        setup.segment = segment;
        setup.first_shown.push_back(0);
        for (Rank peer = 0; peer < ranks; ++peer) {
            setup.apart.push_back(apart[pair(rank, peer)]);
            setup.first_shown.push_back(setup.first_shown.back() + seen[pair(peer, rank)]);
        }
        for (Rank of = 0; of < ranks; ++of) {
            setup.first_seen.push_back(0);
            for (Rank peer = 0; peer < ranks; ++peer)
                setup.first_seen.push_back(setup.first_seen.back() + seen[pair(of, peer)]);
        }
        return DeliveryPlan(setup);
    }

    /// Cells of peers before `peer` among those that `rank` sees.
    std::uint32_t seen_before(Rank rank, Rank peer) const {
        std::uint32_t sum = 0;
        for (Rank p = 0; p < peer; ++p) sum += seen[pair(rank, p)];
        return sum;
    }
};

/// Any cells; `hosts` as in TransportRequest, 0: all are apart.
inline DeliveryCase delivery_case(int ranks, int hosts, unsigned seed) {
    DeliveryCase c;
    c.ranks = ranks;
    std::mt19937 random(seed);
    for (Rank a = 0; a < ranks; ++a)
        for (Rank b = 0; b < ranks; ++b) {
            const bool sees = a != b && random() % 4 != 0;
            c.seen.push_back(sees ? static_cast<std::uint32_t>(1 + random() % 9) : 0);
            c.apart.push_back(a != b && (hosts == 0 || a * hosts / ranks != b * hosts / ranks));
        }
    return c;
}

} // namespace mdsim::test
