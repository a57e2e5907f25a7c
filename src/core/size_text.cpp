// SPDX-License-Identifier: BSD-3-Clause
#include "core/size_text.hpp"

#include <fmt/format.h>

#include <array>

namespace mdsim {

std::string size_text(double bytes) {
    if (bytes < 0) return "unknown";
    constexpr std::array<const char*, 7> units{"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    constexpr double step = 1024;
    std::size_t unit = 0;
    for (; bytes >= step && unit + 1 < units.size(); ++unit) bytes /= step;
    if (bytes >= step) return fmt::format("{:.3g} {}", bytes, units[unit]);
    return fmt::format("{:.{}f} {}", bytes, unit == 0 ? 0 : 1, units[unit]);
}

} // namespace mdsim
