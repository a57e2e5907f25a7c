// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "app/crowd.hpp"
#include "physics/pair/force_field.hpp"

namespace mdsim {

/// Atoms in the list of an atom, images included, on average over all atoms: lists reach `skin`
/// beyond the cutoff of each pair, or beyond `reach` where that is more; pairs that do not interact
/// are listed where there is a reach.
double mean_list_length(const ForceField& field, const Crowd& crowd, double skin, double reach);

} // namespace mdsim
