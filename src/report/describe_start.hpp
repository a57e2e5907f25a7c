// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "config/motion_sections.hpp"
#include "config/system_sections.hpp"
#include "core/communicator.hpp"
#include "engine/domain.hpp"
#include "setup/system_parts.hpp"

namespace mdsim {

/// Atoms, box, ranges and cells, for --dry-run.
std::string system_text(const SystemParts& parts, const Domain& d);

/// The nearest atoms of a start, and the motion that a file gives them; what else the start shows
/// joins the warnings. Collective.
std::string start_text(const SystemSections& sections, const MotionSections& motion,
                       const Communicator& comm, SystemParts& parts);

} // namespace mdsim
