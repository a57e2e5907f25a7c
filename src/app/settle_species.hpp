// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "app/config.hpp"
#include "state/structure.hpp"

namespace mdsim {

/// The species of the run: those of the input, completed by the structure, or the structure's own;
/// the types of the atoms become places in this list. Adds a fault for each species that is not
/// known, has no mass, or has two: a mass that is given twice must be the same.
std::vector<Species> settle_species(const Config& config, Structure& structure,
                                    std::vector<Fault>& faults);

/// Throws InputError where an atom has another charge in the structure than [[species]] gives its
/// species. To be called when types are settled.
void check_charges(const Config& config, const Structure& structure);

} // namespace mdsim
