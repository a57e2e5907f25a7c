// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "config/system_sections.hpp"
#include "core/communicator.hpp"
#include "core/error.hpp"
#include "state/structure.hpp"

namespace mdsim {

/// The species of the run: those of the input, completed by the structure, or the structure's own;
/// the types of the atoms become places in this list. Adds an error for each species that is not
/// known, has no mass, or has two: a mass that is given twice must be the same.
std::vector<Species> resolve_species(const SystemSections& sections, Structure& structure,
                                     std::vector<Diagnostic>& errors);

/// Warns that charges exert no force, if any is not zero, and that atoms have others in the
/// structure, which count, than [[species]] gives their species. To be called when types are
/// resolved; collective.
void warn_of_charges(const SystemSections& sections, const std::vector<Species>& species,
                     const Structure& structure, const Communicator& comm,
                     std::vector<Diagnostic>& warnings);

} // namespace mdsim
