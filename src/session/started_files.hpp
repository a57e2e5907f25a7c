// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "core/error.hpp"
#include "session/effective_text.hpp"

namespace mdsim {

/// The names of the files that a run goes on with, because they hold something.
using StartedFiles = std::vector<std::string>;

/// What is wrong with going on with these files by the effective input `is`, where the run wrote
/// them by `was`: keys that say what a file holds (`free_on_resume_until`) are fixed when it is
/// made. Compared as text, as the user wrote it; the order of fields does not matter.
std::vector<Diagnostic> changes_of_started_files(const EffectiveText& was, const EffectiveText& is,
                                                 const StartedFiles& started);

} // namespace mdsim
