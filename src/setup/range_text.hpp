// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "setup/system_parts.hpp"

namespace mdsim {

/// The largest cutoff of the forces and the skin, for users to read.
std::string cutoff_text(const SystemParts& parts);

/// What lists cost that reach farther than forces do, for g(r); nothing where they do not.
std::string longer_lists_text(const SystemParts& parts);

} // namespace mdsim
