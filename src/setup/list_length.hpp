// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "ops/list_settings.hpp"
#include "physics/pair/force_field.hpp"
#include "setup/local_density.hpp"

namespace mdsim {

/// Atoms in the list of an atom, images included, on average over all atoms.
double mean_list_length(const ForceField& field, const LocalDensity& local,
                        const ListSettings& lists);

} // namespace mdsim
