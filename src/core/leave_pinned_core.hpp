// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace mdsim {

/// Lets the calling thread, and those that it starts, go wherever the process may run: OpenMP may
/// have pinned the thread that made this one, and with it this one, to a core that is busy.
void leave_pinned_core();

} // namespace mdsim
