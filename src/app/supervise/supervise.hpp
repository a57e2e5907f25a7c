// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "app/supervise/supervise_options.hpp"

namespace mdsim {

/// Keeps a run going until it has finished, cannot go on, or this process is asked to end; returns
/// the exit code. Throws EnvironmentError.
int supervise(const SuperviseOptions& options);

} // namespace mdsim
