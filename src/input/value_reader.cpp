// SPDX-License-Identifier: BSD-3-Clause
#include "input/value_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "core/contract.hpp"
#include "input/clock.hpp"
#include "input/suggest.hpp"

namespace mdsim {
namespace {

constexpr double largest_exact_integer = 9007199254740992; // 2^53

/// The integer that a value is: also 1e6 and 100.0, which are integers to people.
std::optional<std::int64_t> as_integer(const TomlValue& value) {
    if (const auto* integer = std::get_if<std::int64_t>(&value.data)) {
        return *integer;
    }
    const auto* number = std::get_if<double>(&value.data);
    if (number && std::abs(*number) <= largest_exact_integer && std::trunc(*number) == *number) {
        return static_cast<std::int64_t>(*number);
    }
    return std::nullopt;
}

std::optional<double> as_number(const TomlValue& value) {
    if (const auto* number = std::get_if<double>(&value.data)) {
        return *number;
    }
    if (const auto* integer = std::get_if<std::int64_t>(&value.data)) {
        return static_cast<double>(*integer);
    }
    return std::nullopt;
}

bool is_number(std::string_view part) {
    return !part.empty() &&
           std::all_of(part.begin(), part.end(), [](char c) { return c >= '0' && c <= '9'; });
}

} // namespace

bool is_entry(const std::string& path) {
    const std::size_t dot = path.rfind('.');
    return dot != std::string::npos && is_number(std::string_view(path).substr(dot + 1));
}

std::string header_path(const std::string& path) {
    std::string names;
    for (std::size_t first = 0; first <= path.size();) {
        const std::size_t end = std::min(path.find('.', first), path.size());
        const std::string_view part = std::string_view(path).substr(first, end - first);
        if (!is_number(part)) names = join_path(names, part);
        first = end + 1;
    }
    return names;
}

std::string join_path(const std::string& path, std::string_view name) {
    return path.empty() ? std::string(name) : fmt::format("{}.{}", path, name);
}

std::string range_text(const Range& range) {
    MDSIM_EXPECT(range.low <= range.high);
    const bool low = std::isfinite(range.low);
    const bool high = std::isfinite(range.high);
    const std::string_view low_word = range.low_allowed ? "at least" : "above";
    if (low && high && range.low_allowed) {
        return fmt::format("between {} and {}", range.low, range.high);
    }
    if (low && high) {
        return fmt::format("above {} and at most {}", range.low, range.high);
    }
    if (high) {
        return fmt::format("at most {}", range.high);
    }
    return low ? fmt::format("{} {}", low_word, range.low) : std::string();
}

std::string ValueReader::with_unit(std::string_view text, Dimension dimension) const {
    const std::string_view unit = units_.name(dimension);
    return unit.empty() ? std::string(text) : fmt::format("{} [{}]", text, unit);
}

void ValueReader::expected(const TomlValue& value, const std::string& path, std::string_view what) {
    errors_.add(value.place, fmt::format("{}: found {}; expected {}", path, value.show(), what),
                path);
}

bool ValueReader::in_range(const TomlValue& value, const InputKey& key, double number) {
    const Range& range = key.range;
    if (!std::isfinite(number)) {
        expected(value, key.path, "a finite number");
        return false;
    }
    if (number > range.low || (number == range.low && range.low_allowed)) {
        if (number <= range.high) {
            return true;
        }
    }
    errors_.add(value.place,
                fmt::format("{}: found {}; allowed: {}", key.path, value.show(),
                            with_unit(range_text(range), key.dimension)),
                key.path);
    return false;
}

void ValueReader::read(const TomlValue& value, const InputKey& key, bool& out) {
    if (const bool* truth = std::get_if<bool>(&value.data)) {
        out = *truth;
    } else {
        expected(value, key.path, "true or false");
    }
}

void ValueReader::read(const TomlValue& value, const InputKey& key, std::int64_t& out) {
    const std::optional<std::int64_t> integer = as_integer(value);
    const auto* number = std::get_if<double>(&value.data);
    const double size = number ? std::abs(*number) : 0;
    if (!integer && size > largest_exact_integer && size < 0x1p63) {
        expected(value, key.path,
                 "a whole number; beyond 9007199254740992 (2^53) write it with all its digits, "
                 "without a point or an exponent");
    } else if (!integer) {
        expected(value, key.path, with_unit("a whole number", key.dimension));
    } else if (in_range(value, key, static_cast<double>(*integer))) {
        out = *integer;
    }
}

void ValueReader::read(const TomlValue& value, const InputKey& key, int& out) {
    constexpr int largest = std::numeric_limits<int>::max();
    InputKey bounded = key;
    bounded.range.high = std::min(bounded.range.high, static_cast<double>(largest));
    if (!std::isfinite(bounded.range.low)) {
        bounded.range.low = -largest;
    }
    std::int64_t wide = out;
    read(value, bounded, wide);
    out = static_cast<int>(wide);
}

void ValueReader::read(const TomlValue& value, const InputKey& key, double& out) {
    std::optional<double> number = as_number(value);
    const auto* text = std::get_if<std::string>(&value.data);
    if (key.dimension == Dimension::wall_time && text != nullptr) {
        number = parse_wall_time(*text);
    }
    if (!number) {
        expected(value, key.path,
                 key.dimension == Dimension::wall_time
                     ? std::string("seconds, \"hh:mm:ss\", or a number with s, min, h or d")
                     : with_unit("a number", key.dimension));
    } else if (in_range(value, key, *number)) {
        out = *number;
    }
}

void ValueReader::read(const TomlValue& value, const InputKey& key, std::string& out) {
    if (const auto* text = std::get_if<std::string>(&value.data)) {
        out = *text;
    } else {
        expected(value, key.path, "text in quotes");
    }
}

const TomlArray* ValueReader::triple(const TomlValue& value, const InputKey& key,
                                     std::string_view what) {
    const TomlArray* entries = value.array();
    if (entries == nullptr || entries->size() != 3) {
        expected(value, key.path, with_unit(what, key.dimension));
        return nullptr;
    }
    return entries;
}

void ValueReader::read(const TomlValue& value, const InputKey& key, Vec3<double>& out) {
    if (const TomlArray* entries = triple(value, key, "a list of 3 numbers")) {
        for (int d = 0; d < 3; ++d) {
            read((*entries)[static_cast<std::size_t>(d)], key, out[d]);
        }
    }
}

void ValueReader::read(const TomlValue& value, const InputKey& key, std::array<bool, 3>& out) {
    if (const TomlArray* entries = triple(value, key, "a list of 3 of true or false")) {
        for (std::size_t d = 0; d < 3; ++d) {
            read((*entries)[d], key, out[d]);
        }
    }
}

void ValueReader::read(const TomlValue& value, const InputKey& key, std::array<int, 3>& out) {
    if (const TomlArray* entries = triple(value, key, "a list of 3 whole numbers")) {
        for (std::size_t d = 0; d < 3; ++d) {
            read((*entries)[d], key, out[d]);
        }
    }
}

void ValueReader::read(const TomlValue& value, const InputKey& key, std::vector<double>& out) {
    const TomlArray* entries = value.array();
    if (entries == nullptr) {
        expected(value, key.path, with_unit("a list of numbers", key.dimension));
        return;
    }
    out.clear();
    for (const TomlValue& entry : *entries) {
        read(entry, key, out.emplace_back());
    }
}

void ValueReader::read(const TomlValue& value, const InputKey& key, std::vector<std::string>& out) {
    const TomlArray* entries = value.array();
    const auto* single = std::get_if<std::string>(&value.data);
    if (entries == nullptr && single == nullptr) {
        expected(value, key.path, "a list of texts in quotes");
        return;
    }
    out.clear();
    if (single != nullptr) {
        out.push_back(*single);
        return;
    }
    for (const TomlValue& entry : *entries) {
        read(entry, key, out.emplace_back());
    }
}

template <class Number>
void ValueReader::read_named(const TomlValue& value, const InputKey& key, std::string_view what,
                             std::map<std::string, Number>& out) {
    const TomlTable* entries = value.table();
    if (entries == nullptr) {
        expected(value, key.path, what);
        return;
    }
    out.clear();
    for (const TomlEntry& entry : *entries) {
        read(entry.value, InputKey{join_path(key.path, entry.key), key.dimension, key.range},
             out[entry.key]);
    }
}

void ValueReader::read(const TomlValue& value, const InputKey& key,
                       std::map<std::string, std::int64_t>& out) {
    read_named(value, key, "a table of names and whole numbers, { A = 100, B = 50 }", out);
}

void ValueReader::read(const TomlValue& value, const InputKey& key,
                       std::map<std::string, double>& out) {
    read_named(value, key, "a table of names and numbers, { A = 0.8, B = 0.2 }", out);
}

int ValueReader::index_of(const TomlValue& value, const std::string& path,
                          const std::vector<std::string_view>& names, std::string_view advice) {
    const auto* text = std::get_if<std::string>(&value.data);
    const auto found = text ? std::find(names.begin(), names.end(), *text) : names.end();
    if (found != names.end()) {
        return static_cast<int>(found - names.begin());
    }
    const std::string_view near = text ? nearest(*text, names) : std::string_view();
    const std::string guess = near.empty() ? "" : fmt::format("did you mean \"{}\"?", near);
    const std::string hint = advice.empty() ? guess : std::string(advice);
    errors_.add(value.place,
                fmt::format("{}: found {}; allowed: {}{}{}", path, value.show(), join(names),
                            hint.empty() ? "" : "; ", hint),
                path);
    return -1;
}

} // namespace mdsim
