// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "config/system_sections.hpp"

namespace mdsim {

/// The names of all files from which forces are read, as the input gives them; to be replaced, too.
std::vector<std::string*> force_files(SystemSections& sections);
std::vector<const std::string*> force_files(const SystemSections& sections);

} // namespace mdsim
