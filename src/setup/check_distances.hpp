// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "setup/check_start.hpp"

namespace mdsim {

/// Looks for the nearest atoms of a start, and warns of those that overlap, that are below the
/// first row of their table, or that are so far apart that none feels another. Throws InputError,
/// on all ranks alike, where two are inside the maximum of a potential that falls there.
/// Collective.
void look_at_distances(const SystemSections& sections, const MotionSections& motion,
                       const SystemParts& parts, const Communicator& comm, StartReport& report);

} // namespace mdsim
