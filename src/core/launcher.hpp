// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace mdsim {

/// Whether an environment (name=value, the last null) says that a launcher such as mpirun or srun
/// started this process, so that there may be other ranks. A process without such names is alone.
bool started_by_launcher(const char* const* environment);

} // namespace mdsim
