// SPDX-License-Identifier: BSD-3-Clause
#include "input/structure/extxyz_pairs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/contract.hpp"

namespace mdsim::source {

namespace {

constexpr std::array<std::string_view, 5> used = {"lattice", "origin", "pbc", "properties",
                                                  "units"};

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

/// Takes a value that begins at `at`, in quotes or not; `at` then stands behind it.
bool take_value(std::string_view text, std::size_t& at, std::string& value) {
    const char open = at < text.size() ? text[at] : ' ';
    const bool wrapped = open == '"' || open == '\'' || open == '{' || open == '[';
    const char close = open == '{' ? '}' : (open == '[' ? ']' : open);
    if (!wrapped) {
        while (at < text.size() && !is_blank(text[at])) value += text[at++];
        return true;
    }
    int depth = 0;
    for (; at < text.size(); ++at) {
        const bool escaped = open == '"' && text[at] == '\\' && at + 1 < text.size();
        if (escaped)
            ++at;
        else if (text[at] == close && close == open && depth == 1)
            depth = 0;
        else if (text[at] == open)
            ++depth;
        else if (text[at] == close)
            --depth;
        value += text[at];
        if (depth == 0) break;
    }
    if (at == text.size()) return false;
    ++at;
    value = value.substr(1, value.size() - 2);
    return true;
}

} // namespace

std::string lower_case(std::string_view text) {
    std::string result(text);
    for (char& c : result) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return result;
}

const std::string* xyz_value(const XyzPairs& pairs, std::string_view key) {
    MDSIM_EXPECT(std::find(used.begin(), used.end(), key) != used.end());
    for (const auto& [name, value] : pairs)
        if (name == key) return &value;
    return nullptr;
}

XyzPairs xyz_pairs(std::string_view comment, std::int64_t line, Findings& findings) {
    XyzPairs pairs;
    std::size_t at = 0;
    while (at < comment.size()) {
        if (is_blank(comment[at])) {
            ++at;
            continue;
        }
        const std::size_t begin = at;
        while (at < comment.size() && !is_blank(comment[at]) && comment[at] != '=') ++at;
        const std::string key = lower_case(comment.substr(begin, at - begin));
        std::string value;
        const bool assigned = at < comment.size() && comment[at] == '=';
        if (assigned && !take_value(comment, ++at, value)) {
            findings.error(line,
                           fmt::format("the value of {} has no closing quote", in_quotes(key)));
            return pairs;
        }
        if (std::find(used.begin(), used.end(), key) == used.end()) continue;
        if (xyz_value(pairs, key) != nullptr)
            findings.error(line, fmt::format("the key {} comes a second time", in_quotes(key)));
        pairs.emplace_back(key, assigned ? value : "T");
    }
    return pairs;
}

} // namespace mdsim::source
