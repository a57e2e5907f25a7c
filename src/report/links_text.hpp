// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "ops/device_links.hpp"

namespace mdsim {

/// The GPUs of the ranks and what lies between them, as the doctor and runs print it.
std::string links_text(const DeviceLinks& links);

} // namespace mdsim
