// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <span>

#include "physics/pair/force_field.hpp"

namespace mdsim {

/// Atoms in the list of an atom, images included, on average over all atoms: lists reach `skin`
/// beyond the cutoff of each pair, or beyond `reach` where that is more; pairs that do not interact
/// are listed where there is a reach.
///
/// `counts` holds the atoms of each type in each of some equal cells, types side by side. The whole
/// box as one cell gives the mean density, which is known before there are cells: for what a host
/// needs, and for notes. Many cells tell the crowd around each atom, so that empty space around a
/// drop does not count: for a GPU, where lists take most of a memory that is small.
double mean_list_length(const ForceField& field, std::span<const std::int64_t> counts,
                        double cell_volume, double skin, double reach);

} // namespace mdsim
