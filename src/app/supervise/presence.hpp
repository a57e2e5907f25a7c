// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "app/supervise/supervise_options.hpp"

namespace mdsim {

/// On how many ranks the run is to start now: as the options say, otherwise one for each GPU that
/// is present, at least one. Throws EnvironmentError where the command says no number.
int ranks_now(const SuperviseOptions& options);

/// Whether there is a notice that the machine goes away. A command that takes more than ten seconds
/// gives none.
bool is_noticed(const SuperviseOptions& options);

} // namespace mdsim
