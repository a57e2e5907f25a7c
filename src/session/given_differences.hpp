// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "core/error.hpp"

namespace mdsim {

/// What is wrong with going on where files now give `is` (lines of `given_by_files`, without their
/// prefix) and gave `was` when the checkpoint was made.
std::vector<Diagnostic> changes_of_given(const std::vector<std::string>& was,
                                         const std::vector<std::string>& is);

} // namespace mdsim
