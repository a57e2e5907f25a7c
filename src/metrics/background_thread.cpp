// SPDX-License-Identifier: BSD-3-Clause
#include "metrics/background_thread.hpp"

#include <sys/resource.h>

namespace mdsim {

void give_way() {
    constexpr int nicest = 19;
    (void)setpriority(PRIO_PROCESS, 0, nicest); // of the calling thread alone, on Linux
}

} // namespace mdsim
