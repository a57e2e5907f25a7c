// SPDX-License-Identifier: BSD-3-Clause
#include "input/clock.hpp"

#include <array>
#include <charconv>
#include <utility>

#include "core/contract.hpp"

namespace mdsim {
namespace {

constexpr double seconds_per_minute = 60;
constexpr double seconds_per_hour = 3600;
constexpr double seconds_per_day = 86400;

/// Takes a number off the front of the text.
template <class T> std::optional<T> take_number(std::string_view& text) {
    T value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || !(value >= 0)) {
        return std::nullopt;
    }
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return value;
}

bool take(std::string_view& text, char c) {
    if (text.empty() || text.front() != c) {
        return false;
    }
    text.remove_prefix(1);
    return true;
}

std::optional<double> parse_hours(std::string_view text) {
    double days = 0;
    if (const std::size_t dash = text.find('-'); dash != std::string_view::npos && dash > 0) {
        days = take_number<int>(text).value_or(0);
        if (!take(text, '-')) {
            return std::nullopt;
        }
    }
    const std::optional<int> hours = take_number<int>(text);
    const bool colon = take(text, ':');
    const std::optional<int> minutes = take_number<int>(text);
    const bool second_colon = take(text, ':');
    const std::optional<int> seconds = take_number<int>(text);
    if (!hours || !colon || !minutes || !second_colon || !seconds || !text.empty() ||
        *minutes > 59 || *seconds > 59) {
        return std::nullopt;
    }
    return days * seconds_per_day + *hours * seconds_per_hour + *minutes * seconds_per_minute +
           *seconds;
}

std::optional<double> parse_with_unit(std::string_view text) {
    constexpr std::array<std::pair<std::string_view, double>, 4> units{
        {{"s", 1.0}, {"min", seconds_per_minute}, {"h", seconds_per_hour}, {"d", seconds_per_day}}};
    const std::optional<double> number = take_number<double>(text);
    while (take(text, ' ')) {
    }
    for (const auto& [name, seconds] : units) {
        if (number && text == name) {
            return *number * seconds;
        }
    }
    return std::nullopt;
}

} // namespace

std::optional<double> parse_wall_time(std::string_view text) {
    const std::optional<double> seconds =
        text.find(':') != std::string_view::npos ? parse_hours(text) : parse_with_unit(text);
    MDSIM_ENSURE(!seconds || *seconds >= 0);
    return seconds;
}

} // namespace mdsim
