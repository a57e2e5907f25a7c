// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string_view>

namespace mdsim {

/// The seconds that a text means: "hh:mm:ss", "d-hh:mm:ss", or a number with s, min, h or d.
std::optional<double> parse_wall_time(std::string_view text);

} // namespace mdsim
