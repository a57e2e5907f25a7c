// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/vec3.hpp"
#include "input/field_traits.hpp"

namespace mdsim {

/// A value as TOML writes it; numbers have as many digits as it takes to read the same bits back.
std::string to_toml(bool value);
std::string to_toml(int value);
std::string to_toml(std::int64_t value);
std::string to_toml(double value);
std::string to_toml(const std::string& value);
std::string to_toml(const Vec3<double>& value);
std::string to_toml(const std::array<bool, 3>& value);
std::string to_toml(const std::array<int, 3>& value);
std::string to_toml(const std::vector<double>& value);
std::string to_toml(const std::vector<std::string>& value);
std::string to_toml(const std::map<std::string, std::int64_t>& value);
std::string to_toml(const std::map<std::string, double>& value);

template <NamedEnum E> std::string to_toml(E value) {
    return to_toml(std::string(enum_name(value)));
}

template <NamedEnum E> std::string to_toml(const std::vector<E>& values) {
    std::vector<std::string> names;
    for (const E value : values) {
        names.emplace_back(enum_name(value));
    }
    return to_toml(names);
}

/// Writes settings as the TOML text that reads back as the same settings.
class TomlWriter {
  public:
    /// Appends the keys of the settings, then their tables under `path`; empty optionals are left
    /// out, everything else is written, defaults too.
    template <Settings S> void write(const S& settings, const std::string& path) {
        for_each_field<S>(
            [&](const auto& field) { write_key(field.name, settings.*field.member); });
        for_each_field<S>([&](const auto& field) {
            write_table(path.empty() ? std::string(field.name)
                                     : path + "." + std::string(field.name),
                        settings.*field.member);
        });
    }

    const std::string& text() const { return text_; }

  private:
    void line(std::string_view name, const std::string& value);
    void header(const std::string& text);

    template <class T> void write_key(std::string_view name, const T& value) {
        if constexpr (Choice<T>) {
            std::visit([&](const auto& chosen) { write_choice(name, chosen); }, value);
        } else if constexpr (requires { to_toml(value); }) {
            line(name, to_toml(value));
        }
    }

    template <class T> void write_key(std::string_view name, const std::optional<T>& value) {
        if (value) {
            write_key(name, *value);
        }
    }

    template <Settings S> void write_choice(std::string_view name, const S& chosen) {
        line(name, to_toml(std::string(S::name)));
        for_each_field<S>([&](const auto& field) { write_key(field.name, chosen.*field.member); });
    }

    template <class T> void write_table(const std::string& path, const T& value) {
        if constexpr (Settings<T>) {
            header("[" + path + "]");
            write(value, path);
        }
    }

    template <class T> void write_table(const std::string& path, const std::optional<T>& value) {
        if (value) {
            write_table(path, *value);
        }
    }

    template <Settings S> void write_table(const std::string& path, const std::vector<S>& values) {
        for (const S& value : values) {
            header("[[" + path + "]]");
            write(value, path);
        }
    }

    std::string text_;
};

} // namespace mdsim
