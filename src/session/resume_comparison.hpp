// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "core/error.hpp"
#include "core/ids.hpp"
#include "session/started_files.hpp"

namespace mdsim {

/// How far a run has come, which decides what of its input is still open.
struct RunSoFar {
    Step step = 0;
    StartedFiles files{};
};

/// What is wrong with going on by the effective input `is`, with what files gave behind it, where
/// the run came so far by `was`; empty where nothing is.
///
/// Every key is fixed that its row does not declare free (`core/field.hpp`), but for those of
/// stages (`changes_of_started_stages`) and those that a file fixes (`changes_of_started_files`).
std::vector<Diagnostic> changes_of_input(const std::string& was, const std::string& is,
                                         const RunSoFar& so_far);

} // namespace mdsim
