// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "config/input_text.hpp"
#include "config/system_sections.hpp"
#include "core/communicator.hpp"
#include "session/run_files.hpp"

namespace mdsim {

/// Throws on all ranks what `prepare_folder` would throw now, but makes, moves and removes nothing.
/// What becomes of an earlier run is resolved already.
void look_into_folder(const SystemSections& sections, const InputText& input, const RunFiles& files,
                      EarlierRun earlier, const Communicator& comm);

} // namespace mdsim
