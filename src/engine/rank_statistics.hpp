// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "domain/halo_exchange.hpp"
#include "ops/link_packing.hpp"
#include "ops/transport.hpp"

namespace mdsim {

/// What one rank holds and what it has exchanged with others since the beginning.
struct RankStatistics {
    std::int64_t atoms = 0;    ///< owned
    std::int64_t migrated = 0; ///< atoms received from other ranks
    std::int64_t repartitions = 0;
    double imbalance = 1; ///< at the last look: largest over mean time of the ranks
    HaloStatistics halo;
    std::int64_t enlargements = 0; ///< of arrays of a GPU that had no room for its atoms
    CarrierCounts carriers;        ///< of all pairs, on GPUs
    LinkPacking packing;           ///< of positions on their way to other ranks
    /// How long each rank was ready before the slowest one, up to the last look at the load [s];
    /// empty without such looks.
    std::vector<double> waits;
    double waited = 0; ///< on a GPU, in batches, for others or for hosts that lead [s]
};

} // namespace mdsim
