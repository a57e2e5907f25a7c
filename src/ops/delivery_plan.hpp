// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/ids.hpp"
#include "ops/rank_layout.hpp"

namespace mdsim {

/// A range of an array that goes to a rank or comes from one [elements].
struct Carried {
    Rank peer = 0;
    std::size_t first = 0;
    std::size_t count = 0;
};

/// What a rank sends and receives at one time, by peer. What one side sends is what the other
/// receives, in size too; nothing is empty.
struct Delivery {
    std::vector<Carried> out; ///< ranges of mirrors
    std::vector<Carried> in;  ///< ranges of the rank's own arrays
};

/// Words that a rank receives before the counts of the cells that it sees: two from each rank.
constexpr std::size_t seen_notes(int ranks) { return 2 * static_cast<std::size_t>(ranks); }

/// Where the entries of each peer begin in a list ordered by peers, and the end.
std::vector<std::uint32_t> first_of_peers(const std::vector<SeenCell>& cells, int ranks);

/// What a rank must know in order to be delivered to and from.
struct DeliverySetup {
    Rank rank = 0;
    std::vector<bool> apart;                ///< [peer]: there is no direct link, either way
    std::vector<std::uint32_t> first_shown; ///< [peer], and the end: of its cells in `shown`
    /// [rank][peer], and an end for each rank: of a peer's cells among those that the rank sees.
    std::vector<std::uint32_t> first_seen;
    std::uint32_t segment = 0; ///< migrants from one rank that each has room for
};

/// Which ranges are carried between ranks that cannot write into each other's memory.
///
/// Kernels write for such a peer into a mirror: memory of their own device that stands for a part
/// of the peer's array. Mirrors of all peers lie one behind the other in one array of each kind.
class DeliveryPlan {
  public:
    explicit DeliveryPlan(DeliverySetup setup);

    /// Elements before the mirror of a peer, and of all mirrors: of inboxes, which stand for the
    /// peer's segment for this rank, and of notes, which stand for all notes of the peer.
    std::size_t inbox_mirror(Rank peer) const;
    std::size_t notes_mirror(Rank peer) const { return notes_[index(peer)]; }
    std::size_t inbox_mirrors() const { return inbox_mirror(ranks()); }
    std::size_t notes_mirrors() const { return notes_.back(); }
    /// Whether there is no direct link to this rank.
    bool apart(Rank peer) const { return setup_.apart[index(peer)]; }
    int ranks() const { return static_cast<int>(setup_.apart.size()); }

    /// Of inboxes: so many atoms leave for each rank and come from each.
    Delivery migrants(std::span<const std::int64_t> leaving,
                      std::span<const std::int64_t> arriving) const;
    /// Of notes: how many atoms there are of each shown cell.
    Delivery counts() const;
    /// Of positions: where what is sent to each rank begins in the mirror, where what is seen of it
    /// begins in the arrays; each with an end.
    Delivery positions(std::span<const LocalIndex> sent_first,
                       std::span<const LocalIndex> halo_first) const;

  private:
    static std::size_t index(Rank rank) { return static_cast<std::size_t>(rank); }
    std::size_t first_seen(Rank rank, Rank peer) const;
    /// Calls act(peer) for each peer without a direct link.
    template <class Act> void for_each_apart(const Act& act) const;

    DeliverySetup setup_;
    std::vector<std::size_t> notes_; ///< [peer] where its mirror begins, and the end
};

} // namespace mdsim
