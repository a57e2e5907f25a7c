// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/communicator.hpp"
#include "domain/partition.hpp"
#include "engine/simulation_setup.hpp"
#include "ops/rank_layout.hpp"

namespace mdsim {

/// How the ranks share the cells, as this one must know it. Throws InputError where a rank has
/// none, or sees cells at more than one image.
RankLayout rank_layout(const Partition& partition, const SimulationSetup& setup,
                       const Communicator& comm);

} // namespace mdsim
