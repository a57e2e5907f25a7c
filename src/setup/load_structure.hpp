// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "config/config.hpp"
#include "core/communicator.hpp"
#include "state/structure.hpp"

namespace mdsim {

/// This rank's block of the structure that the input names; types are the source's own. Throws
/// InputError.
Structure load_structure(const Config& config, const Communicator& comm,
                         std::vector<Diagnostic>& warnings);

/// The number of atoms that the input describes, without building or reading them all.
std::int64_t count_atoms(const Config& config);

} // namespace mdsim
