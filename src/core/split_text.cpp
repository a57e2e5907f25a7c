// SPDX-License-Identifier: BSD-3-Clause
#include "core/split_text.hpp"

namespace mdsim {

std::vector<std::string> split_text(std::string_view text, char separator) {
    std::vector<std::string> parts;
    while (!text.empty()) {
        const std::size_t end = text.find(separator);
        parts.emplace_back(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return parts;
}

} // namespace mdsim
