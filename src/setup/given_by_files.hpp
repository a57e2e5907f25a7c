// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "physics/pair/pair_settings.hpp"
#include "setup/system_parts.hpp"

namespace mdsim {

/// How each line of `given_by_files` starts.
inline constexpr const char* given_prefix = "# given: ";

/// What forces and motion stand on that the text of the input does not show, because files that it
/// names give it: species with mass, charge and number of atoms, which directions of the box
/// repeat, and a checksum of the numbers of each table. Comments of TOML, a line each,
/// `# given: what: values`, to go behind the effective input, whose last word they are; the same
/// on any number of ranks.
std::string given_by_files(const SystemSections& sections, const SystemParts& parts);

} // namespace mdsim
