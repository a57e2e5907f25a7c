// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "core/error.hpp"

namespace mdsim {

/// The files that a run goes on with, because they hold something.
struct StartedFiles {
    bool trajectory = false;
    bool thermo = false;
};

/// What is wrong with going on with these files by the effective input `is`, where the run wrote
/// them by `was`: what stands in each frame and row is fixed when a file is made. Compared as
/// text, as the user wrote it; the order of fields does not matter.
std::vector<Diagnostic> changes_of_started_files(const std::string& was, const std::string& is,
                                                 const StartedFiles& started);

} // namespace mdsim
