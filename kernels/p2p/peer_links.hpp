// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/communicator.hpp"
#include "core/contract.hpp"
#include "kernels/p2p/rank_place.hpp"

namespace mdsim {

/// Which GPUs can write into each other's memory. Every rank knows it of all pairs, so all decide
/// alike. It was tried, not looked up: memory was mapped, and what a kernel wrote has arrived.
class PeerLinks {
  public:
    /// Collective. The device in use is the one that this rank drives from here on.
    explicit PeerLinks(const Communicator& ranks);

    /// The ranks, with traffic of their own.
    const Communicator& ranks() const { return ranks_; }
    Rank rank() const { return ranks_.rank(); }
    int size() const { return ranks_.size(); }

    const RankPlace& place(Rank rank) const {
        MDSIM_EXPECT(0 <= rank && rank < size());
        return places_[static_cast<std::size_t>(rank)];
    }
    /// Two processes on one GPU take turns; without MPS each turn lasts milliseconds.
    bool on_one_device(Rank a, Rank b) const { return on_same_device(place(a), place(b)); }
    /// Whether any two ranks are on one GPU.
    bool share_device() const;

    /// Whether kernels of `from` can write into memory of `to`; into their own they always can.
    bool direct(Rank from, Rank to) const { return state(from, to) == 0; }
    bool all_direct() const;
    /// What keeps a pair apart and what to do about it; empty where nothing does.
    std::string why_not(Rank from, Rank to) const;
    /// Throws EnvironmentError about the first pair that is not direct, on all ranks.
    void require_all() const;

    /// From here on pairs count as without a direct link unless `together(from, to)` and the link
    /// is there both ways. All ranks give the same answers.
    void keep_direct(const std::function<bool(Rank, Rank)>& together);

  private:
    std::int32_t state(Rank from, Rank to) const {
        MDSIM_EXPECT(0 <= from && from < size() && 0 <= to && to < size());
        return states_[static_cast<std::size_t>(from) * places_.size() +
                       static_cast<std::size_t>(to)];
    }

    Communicator ranks_;
    std::vector<RankPlace> places_;
    std::vector<std::int32_t> states_; ///< [from][to]: a cudaError_t, or a reason of our own
};

} // namespace mdsim
