// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace mdsim {

/// The name of this host; "an unnamed host" where it has none.
std::string host_name();

} // namespace mdsim
