// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>
#include <string>

namespace mdsim {

/// A date in UTC as ISO 8601 writes it, to the second: "2026-01-31T12:00:00Z".
std::string utc_text(std::chrono::system_clock::time_point date);

} // namespace mdsim
