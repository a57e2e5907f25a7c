// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace mdsim {

/// A size as people read it: "12.3 GiB", "unknown" if negative.
std::string size_text(double bytes);

} // namespace mdsim
