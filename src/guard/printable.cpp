// SPDX-License-Identifier: BSD-3-Clause
#include "guard/printable.hpp"

#include <cstddef>

namespace mdsim::guard {

namespace {

bool is_control(unsigned char code) { return code < 0x20 || code == 0x7f; }

/// Whether the two bytes are one of the control characters U+0080 to U+009F in UTF-8.
bool is_wide_control(unsigned char first, unsigned char second) {
    return first == 0xc2 && second >= 0x80 && second <= 0x9f;
}

} // namespace

std::string printable(std::string_view text) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto code = static_cast<unsigned char>(text[i]);
        const bool kept = text[i] == '\n' || text[i] == '\t' || !is_control(code);
        const bool wide =
            i + 1 < text.size() && is_wide_control(code, static_cast<unsigned char>(text[i + 1]));
        result += kept && !wide ? text[i] : '?';
        if (wide) ++i;
    }
    return result;
}

std::string in_quotes(std::string_view word, std::size_t longest) {
    std::string text = printable(word.substr(0, longest));
    for (char& c : text)
        if (is_control(static_cast<unsigned char>(c))) c = '?';
    return "'" + text + (word.size() > longest ? "...'" : "'");
}

} // namespace mdsim::guard
