// SPDX-License-Identifier: BSD-3-Clause
#include "input/toml_writer.hpp"

#include <fmt/format.h>

#include <cmath>

namespace mdsim {
namespace {

template <class Values, class Write> std::string list(const Values& values, Write write) {
    std::string text;
    for (const auto& value : values) {
        text += (text.empty() ? "" : ", ") + write(value);
    }
    return "[" + text + "]";
}

template <class Values> std::string list(const Values& values) {
    return list(values, [](const auto& value) { return to_toml(value); });
}

template <class Named> std::string table(const Named& named) {
    std::string text;
    for (const auto& [name, value] : named) {
        text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", to_toml(name), to_toml(value));
    }
    return text.empty() ? "{}" : "{ " + text + " }";
}

} // namespace

std::string to_toml(bool value) { return value ? "true" : "false"; }

std::string to_toml(int value) { return fmt::format("{}", value); }

std::string to_toml(std::int64_t value) { return fmt::format("{}", value); }

std::string to_toml(double value) {
    std::string text = fmt::format("{}", value);
    if (std::isfinite(value) && text.find_first_of(".e") == std::string::npos) {
        text += ".0";
    }
    return text;
}

std::string to_toml(const std::string& value) {
    std::string text = "\"";
    for (const char c : value) {
        const auto code = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            text += '\\';
            text += c;
        } else if (code < 0x20 || code == 0x7f) {
            text += fmt::format("\\u{:04X}", code);
        } else {
            text += c;
        }
    }
    return text + "\"";
}

std::string to_toml(const Vec3<double>& value) {
    return list(std::array<double, 3>{value.x, value.y, value.z});
}

std::string to_toml(const std::array<bool, 3>& value) { return list(value); }

std::string to_toml(const std::array<int, 3>& value) { return list(value); }

std::string to_toml(const std::vector<double>& value) { return list(value); }

std::string to_toml(const std::vector<std::string>& value) { return list(value); }

std::string to_toml(const std::map<std::string, std::int64_t>& value) { return table(value); }

std::string to_toml(const std::map<std::string, double>& value) { return table(value); }

void TomlWriter::line(std::string_view name, const std::string& value) {
    text_ += fmt::format("{} = {}\n", name, value);
}

void TomlWriter::header(const std::string& text) {
    text_ += (text_.empty() ? "" : "\n") + text + "\n";
}

} // namespace mdsim
