// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

namespace mdsim {

/// Does a command of the Python package mdsim, such as {"report", "run.out"}, and returns its exit
/// code. The interpreter is $MDSIM_PYTHON, otherwise python3; beside the packages that it knows it
/// is shown that of the build. Throws EnvironmentError, with the line that installs the package
/// where it is missing.
int python_command(const std::vector<std::string>& words);

} // namespace mdsim
