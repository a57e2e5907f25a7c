// SPDX-License-Identifier: BSD-3-Clause
#include "output/utc_time.hpp"

#include <array>
#include <ctime>

namespace mdsim {

std::string utc_text(std::chrono::system_clock::time_point date) {
    const std::time_t seconds = std::chrono::system_clock::to_time_t(date);
    std::tm parts{};
    gmtime_r(&seconds, &parts);
    std::array<char, 64> text{};
    std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
    return text.data();
}

} // namespace mdsim
