// SPDX-License-Identifier: BSD-3-Clause
#include "input/structure/text.hpp"

#include <charconv>
#include <cmath>

#include "core/contract.hpp"
#include "guard/printable.hpp"

namespace mdsim::source {

namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }

/// A leading plus is allowed in files, but not by from_chars.
std::string_view without_plus(std::string_view word) {
    const bool plus = word.size() > 1 && word[0] == '+' && word[1] != '-' && word[1] != '+';
    return plus ? word.substr(1) : word;
}

/// A message with one sign in place of each number, so that messages of one kind are equal.
std::string without_numbers(std::string_view message) {
    std::string text;
    bool inside = false;
    for (const char c : message) {
        const bool digit = c >= '0' && c <= '9';
        const bool inner = digit || c == '.' || c == '-' || c == '+' || c == 'e';
        inside = digit || (inside && inner);
        if (!inside) text += c;
        if (inside && (text.empty() || text.back() != '#')) text += '#';
    }
    return text;
}

} // namespace

bool LineReader::next(std::string_view& line) {
    if (offset_ >= text_.size()) return false;
    const std::size_t end = text_.find('\n', offset_);
    const bool last = end == std::string_view::npos;
    line = text_.substr(offset_, last ? end : end - offset_);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    offset_ = last ? text_.size() : end + 1;
    ++number_;
    return true;
}

std::string_view next_word(std::string_view& rest) {
    std::size_t begin = 0;
    while (begin < rest.size() && is_blank(rest[begin])) ++begin;
    std::size_t end = begin;
    while (end < rest.size() && !is_blank(rest[end])) ++end;
    const std::string_view word = rest.substr(begin, end - begin);
    rest.remove_prefix(end);
    return word;
}

void split_words(std::string_view line, std::vector<std::string_view>& words) {
    words.clear();
    for (std::string_view word = next_word(line); !word.empty(); word = next_word(line))
        words.push_back(word);
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

bool parse_number(std::string_view word, double& value) {
    word = without_plus(word);
    const char* end = word.data() + word.size();
    double found = 0;
    const auto result = std::from_chars(word.data(), end, found);
    if (result.ec != std::errc() || result.ptr != end || !std::isfinite(found)) return false;
    value = found;
    return true;
}

bool parse_integer(std::string_view word, std::int64_t& value) {
    word = without_plus(word);
    const char* end = word.data() + word.size();
    const auto result = std::from_chars(word.data(), end, value);
    return result.ec == std::errc() && result.ptr == end;
}

std::string in_quotes(std::string_view word) { return guard::in_quotes(word); }

std::string Findings::where(std::int64_t line) const {
    return line > 0 ? file_ + ":" + std::to_string(line) : file_;
}

void Findings::error(std::int64_t line, std::string message) {
    MDSIM_EXPECT(line >= 0 && !message.empty());
    Kind& kind = kinds_[without_numbers(message)];
    kind.last_line = line;
    ++found_;
    if (kind.found++ < static_cast<std::int64_t>(shown)) {
        kind.last_kept = errors_.size();
        errors_.push_back({where(line), std::move(message)});
    }
    if (errors_.size() < limit && found_ < most) return;
    std::vector<Diagnostic> errors = listed();
    errors.push_back({file_, "has more than these errors; only the first " +
                                 std::to_string(found_) + " are shown"});
    throw InputError(std::move(errors));
}

std::vector<Diagnostic> Findings::listed() const {
    std::vector<Diagnostic> errors = errors_;
    for (const auto& [words, kind] : kinds_) {
        const std::int64_t more = kind.found - static_cast<std::int64_t>(shown);
        if (more <= 0) continue;
        Diagnostic& last = errors[kind.last_kept];
        last.message +=
            "; the same is wrong " +
            (more == 1 ? "once more" : std::to_string(more) + " times more") +
            (kind.last_line > 0 ? ", up to line " + std::to_string(kind.last_line) : "");
    }
    return errors;
}

void Findings::warning(std::int64_t line, std::string message) {
    MDSIM_EXPECT(line >= 0 && !message.empty());
    warnings_.push_back({where(line), std::move(message)});
}

void Findings::raise() const {
    if (!errors_.empty()) throw InputError(listed());
}

} // namespace mdsim::source
