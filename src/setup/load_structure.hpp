// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "config/input_text.hpp"
#include "config/system_sections.hpp"
#include "core/communicator.hpp"
#include "core/error.hpp"
#include "state/structure.hpp"

namespace mdsim {

/// This rank's block of the structure that the input names; types are the source's own. Throws
/// InputError.
Structure load_structure(const SystemSections& sections, const InputText& input, std::uint64_t seed,
                         const Communicator& comm, std::vector<Diagnostic>& warnings);

/// The number of atoms that the input describes, without building or reading them all.
std::int64_t count_atoms(const SystemSections& sections, const InputText& input);

} // namespace mdsim
