// SPDX-License-Identifier: BSD-3-Clause
#include "input/suggest.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>

namespace mdsim {
namespace {

std::string lower(std::string_view text) {
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(), [](unsigned char c) {
        return c == '-' ? '_' : static_cast<char>(std::tolower(c));
    });
    return result;
}

/// Whether the shorter word begins the longer one, and says enough to be meant.
bool abbreviates(std::string_view a, std::string_view b) {
    constexpr std::size_t least = 3;
    const std::size_t length = std::min(a.size(), b.size());
    return length >= least && a.substr(0, length) == b.substr(0, length);
}

} // namespace

int edit_distance(std::string_view a, std::string_view b) {
    const std::size_t width = b.size() + 1;
    std::vector<int> two_above(width);
    std::vector<int> above(width);
    std::vector<int> row(width);
    for (std::size_t j = 0; j < width; ++j) {
        above[j] = static_cast<int>(j);
    }
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = static_cast<int>(i);
        for (std::size_t j = 1; j < width; ++j) {
            const int replaced = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            row[j] = std::min({replaced, above[j] + 1, row[j - 1] + 1});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                row[j] = std::min(row[j], two_above[j - 2] + 1);
            }
        }
        two_above.swap(above);
        above.swap(row);
    }
    return above[b.size()];
}

std::string_view nearest(std::string_view word, const std::vector<std::string_view>& candidates) {
    constexpr std::size_t longest = 64; // nobody misspells a key into more
    if (word.size() > longest) {
        return {};
    }
    const std::string plain = lower(word);
    std::string_view best;
    int best_distance = std::max(1, static_cast<int>(word.size()) / 3) + 1;
    for (const std::string_view candidate : candidates) {
        const int distance = edit_distance(plain, lower(candidate));
        const bool alike = distance < static_cast<int>(std::max(word.size(), candidate.size()));
        if (alike && distance < best_distance) {
            best_distance = distance;
            best = candidate;
        }
    }
    for (const std::string_view candidate : candidates) {
        if (best.empty() && abbreviates(plain, candidate)) {
            best = candidate;
        }
    }
    return best;
}

std::string join(const std::vector<std::string_view>& words) {
    std::string text;
    for (const std::string_view word : words) {
        text += text.empty() ? "" : ", ";
        text += word;
    }
    return text;
}

} // namespace mdsim
