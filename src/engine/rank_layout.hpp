// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "domain/partition.hpp"
#include "engine/simulation_setup.hpp"
#include "ops/rank_layout.hpp"

namespace mdsim {

/// How the ranks share the cells, as one of them must know it; `comm` is left to the caller. Throws
/// InputError where a rank has none, or sees cells at more than one image.
RankLayout rank_layout(const Partition& partition, const SimulationSetup& setup, Rank rank);

} // namespace mdsim
