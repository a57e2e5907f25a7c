// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "core/communicator.hpp"
#include "core/ids.hpp"
#include "state/brick_range.hpp"

namespace mdsim {

/// A cell of this rank that a peer sees, or one of a peer that this rank sees.
struct SeenCell {
    Rank peer = 0;
    std::int64_t cell = 0; ///< of the global grid
};

/// How several ranks share the cells, as one of them knows it; the others know the same.
struct RankLayout {
    const Communicator* comm = nullptr;
    std::vector<BrickRange> ranges;  ///< of each rank: what it sees around its brick
    std::vector<std::int32_t> owner; ///< of each cell of the grid
    std::vector<std::int64_t> owned; ///< the cells of this rank, ascending
    /// What others see of this rank and this rank of others: by peer, then by cell. What is `shown`
    /// to a peer is what that peer has `seen`.
    std::vector<SeenCell> shown;
    std::vector<SeenCell> seen;
    std::int64_t total_atoms = 0;
    /// Atoms in the cells that this rank sees, and in those that it shows, for each peer counted:
    /// there will be capacity for these and some more.
    std::int64_t seen_atoms = 0;
    std::int64_t shown_atoms = 0;
    /// Times the usual capacity for atoms that move to another rank at a rebuild; the same on all
    /// ranks.
    double inboxes = 1;
    bool tight = false; ///< for tests: hardly any capacity beyond what is needed now
};

} // namespace mdsim
