// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include "domain/partition.hpp"
#include "engine/simulation_setup.hpp"
#include "ops/rank_layout.hpp"

namespace mdsim {

/// How the ranks share the cells, as one of them must know it; `comm` is left to the caller. Which
/// cells are seen follows from the frame, which atoms of them from the box of the last rebuild.
/// Throws InputError where a rank has none, or sees cells at more than one image.
RankLayout rank_layout(const Partition& partition, const SimulationSetup& setup,
                       const BoxState& box, Rank rank);

/// Counts the atoms that a layout sees and shows, from the number of atoms in each cell.
void count_halo(std::span<const std::int64_t> atoms_of_cell, RankLayout& layout);

} // namespace mdsim
