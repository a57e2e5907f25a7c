// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/communicator.hpp"
#include "core/contract.hpp"
#include "core/ids.hpp"
#include "state/structure.hpp"

namespace mdsim {

/// Two atoms, the one of the lower id first; none where `distance` is infinite.
struct AtomPair {
    ParticleId first = -1;
    ParticleId second = -1;
    double distance = std::numeric_limits<double>::infinity(); ///< [length]

    bool found() const { return first >= 0; }
};

/// The nearest two atoms of each pair of types, images included, an atom and its own left out.
struct NearestPairs {
    std::size_t types = 0;
    std::vector<AtomPair> nearest;   ///< [lower type * types + higher type]
    std::vector<std::int64_t> below; ///< pairs that are nearer than asked for, at the same places

    std::size_t index(std::size_t a, std::size_t b) const {
        MDSIM_EXPECT(a < types && b < types);
        return a < b ? a * types + b : b * types + a;
    }
    const AtomPair& of(std::size_t a, std::size_t b) const { return nearest[index(a, b)]; }
};

/// The largest system that is searched for near pairs, in atoms a rank: the search takes about as
/// long as building lists does, and 64 bytes an atom meanwhile.
constexpr std::int64_t most_searched_atoms = 20'000'000;

/// Finds pairs within `range` [length], and counts those of each pair of types that are nearer than
/// `limits` [length], [lower type * types + higher type]; the same on any number of ranks.
///
/// Where atoms are so crowded that this would take long, only nearer pairs are looked at: then the
/// counts are lower bounds, and the nearest pairs of all are still found. Collective.
NearestPairs find_nearest_pairs(const Structure& structure, std::size_t types, double range,
                                const std::vector<double>& limits, const Communicator& comm);

} // namespace mdsim
