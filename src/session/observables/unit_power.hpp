// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

namespace mdsim {

/// The name of a unit to a power as H5MD writes it, "ps-2"; empty for a quantity without a unit.
inline std::string unit_power(std::string_view unit, int power) {
    return unit.empty() ? std::string() : std::string(unit) + std::to_string(power);
}

} // namespace mdsim
