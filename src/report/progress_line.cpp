// SPDX-License-Identifier: BSD-3-Clause
#include "report/progress_line.hpp"

#include <sys/ioctl.h>

#include <algorithm>

#include "core/contract.hpp"

namespace mdsim {

namespace {

/// Whether a byte continues a character of UTF-8.
bool continues(char c) { return (static_cast<unsigned char>(c) & 0xC0u) == 0x80u; }

std::size_t columns_of(const std::string& text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return !continues(c); }));
}

std::string joined(const std::vector<ProgressField>& fields) {
    std::string line;
    for (const ProgressField& field : fields)
        line.append(line.empty() ? "" : field.before).append(field.text);
    return line;
}

} // namespace

std::string cut_to(const std::string& text, std::size_t columns) {
    std::size_t end = 0;
    for (; end < text.size() && (columns > 0 || continues(text[end])); ++end)
        if (!continues(text[end])) --columns;
    return text.substr(0, end);
}

std::string fitted_line(std::vector<ProgressField> fields, std::size_t columns) {
    const auto less = [](const ProgressField& a, const ProgressField& b) {
        return a.importance < b.importance;
    };
    while (fields.size() > 1 && columns_of(joined(fields)) > columns)
        fields.erase(std::min_element(fields.begin(), fields.end(), less));
    std::string line = cut_to(joined(fields), columns);
    MDSIM_ENSURE(columns_of(line) <= columns);
    return line;
}

std::size_t columns_of_terminal(int descriptor) {
    constexpr std::size_t usual = 80;
    winsize size{};
    const bool known = ::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    return (known ? size.ws_col : usual) - 1; // a full line wraps on some terminals
}

} // namespace mdsim
