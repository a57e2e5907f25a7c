// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "input/error_list.hpp"
#include "input/field_traits.hpp"
#include "input/toml_value.hpp"
#include "input/value_reader.hpp"

namespace mdsim {

/// Reads tables of the input into settings, by the rows of their `fields()`.
///
/// Values stay in the user's units. Nothing is ignored: a key without a row, a wrong type, a value
/// out of range and a missing key each add an error; the member then keeps its default.
class SettingsReader {
  public:
    /// `all_keys` are the dotted names of all keys of the input, for "belongs in ..." advice.
    SettingsReader(const Units& units, const std::vector<std::string>& all_keys, ErrorList& errors)
        : values_(units, errors), all_keys_(all_keys), errors_(errors) {}

    /// Fills the settings from a table; `path` is the dotted name of the table, "pair.potential.0".
    template <Settings S>
    void read_table(const TomlValue& table, const std::string& path, S& settings);

  private:
    using Names = std::vector<std::string_view>;

    template <class F, Settings S>
    void read_field(const TomlValue& table, const std::string& path, const F& field, S& settings,
                    Names& known);

    template <Choice C>
    void read_choice(const TomlValue& table, const std::string& path, std::string_view name,
                     C& choice, Names& known);

    template <class T> void read(const TomlValue& value, const InputKey& key, T& out);
    template <NamedEnum E> void read(const TomlValue& value, const InputKey& key, E& out);
    template <NamedEnum E>
    void read(const TomlValue& value, const InputKey& key, std::vector<E>& out);
    template <class T>
    void read(const TomlValue& value, const InputKey& key, std::optional<T>& out);
    template <Settings S> void read(const TomlValue& value, const InputKey& key, S& out);
    template <Settings S>
    void read(const TomlValue& value, const InputKey& key, std::vector<S>& out);

    void report_missing(const TomlValue& table, const std::string& path, std::string_view name,
                        std::string_view help);
    /// Of a key that these settings do not have: the one that is meant, or nothing.
    using MeantKey = std::string_view (*)(std::string_view);

    void report_unknown(const TomlValue& table, const std::string& path, const Names& known,
                        MeantKey meant);
    std::string advice(const std::string& path, std::string_view key, const Names& known,
                       MeantKey meant) const;

    /// What `S::meant_key` says, if there is one, of names that only former versions know.
    template <Settings S> static std::string_view meant_key(std::string_view key) {
        if constexpr (requires { S::meant_key(key); }) return S::meant_key(key);
        return {};
    }

    /// What to say to a word that is none of the choices but has a meaning elsewhere: what
    /// `meant_by` says, a function beside the choices, if there is one.
    template <class Choices>
    static std::string_view advice_on(const TomlValue& value, const Choices& choices) {
        if constexpr (requires { meant_by(choices, std::string_view()); }) {
            const auto* text = std::get_if<std::string>(&value.data);
            return text ? meant_by(choices, *text) : std::string_view();
        } else {
            return {};
        }
    }

    ValueReader values_;
    const std::vector<std::string>& all_keys_;
    ErrorList& errors_;
};

template <Settings S>
void SettingsReader::read_table(const TomlValue& table, const std::string& path, S& settings) {
    if (table.table() == nullptr) {
        values_.expected(table, path, "a table of keys");
        return;
    }
    Names known;
    for_each_field<S>([&](const auto& field) { read_field(table, path, field, settings, known); });
    report_unknown(table, path, known, &meant_key<S>);
}

template <class F, Settings S>
void SettingsReader::read_field(const TomlValue& table, const std::string& path, const F& field,
                                S& settings, Names& known) {
    known.push_back(field.name);
    auto& member = settings.*field.member;
    const TomlValue* value = table.find(field.name);
    if (value == nullptr && field.traits.is_required) {
        report_missing(table, path, field.name, field.help);
    }
    if constexpr (Choice<std::decay_t<decltype(member)>>) {
        read_choice(table, path, field.name, member, known);
    } else if (value != nullptr) {
        read(*value, InputKey{join_path(path, field.name), field.dimension, field.range}, member);
    }
}

template <Choice C>
void SettingsReader::read_choice(const TomlValue& table, const std::string& path,
                                 std::string_view name, C& choice, Names& known) {
    Names names;
    for_each_alternative(choice, [&](const auto& one) { names.push_back(one.name); });
    const TomlValue* value = table.find(name);
    const int wanted =
        value ? values_.index_of(*value, join_path(path, name), names, advice_on(*value, choice))
              : -1;
    int index = 0;
    for_each_alternative(choice, [&]<class One>(One one) {
        if (index++ == wanted) {
            for_each_field<One>(
                [&](const auto& field) { read_field(table, path, field, one, known); });
            choice = one;
        } else if (wanted < 0) { // which keys are allowed is not known: accept all
            for_each_field<One>([&](const auto& field) { known.push_back(field.name); });
        }
    });
}

template <class T> void SettingsReader::read(const TomlValue& value, const InputKey& key, T& out) {
    values_.read(value, key, out);
}

template <NamedEnum E>
void SettingsReader::read(const TomlValue& value, const InputKey& key, E& out) {
    constexpr auto entries = enum_names(E{});
    Names names;
    for (const auto& entry : entries) {
        names.push_back(entry.name);
    }
    const std::string_view advice = advice_on(value, E{});
    if (const int index = values_.index_of(value, key.path, names, advice); index >= 0) {
        out = entries[static_cast<std::size_t>(index)].value;
    }
}

template <NamedEnum E>
void SettingsReader::read(const TomlValue& value, const InputKey& key, std::vector<E>& out) {
    const TomlArray* entries = value.array();
    if (entries == nullptr) {
        values_.expected(value, key.path, "a list of texts in quotes");
        return;
    }
    out.clear();
    for (const TomlValue& entry : *entries) {
        read(entry, key, out.emplace_back());
    }
}

template <class T>
void SettingsReader::read(const TomlValue& value, const InputKey& key, std::optional<T>& out) {
    read(value, key, out.emplace());
}

template <Settings S>
void SettingsReader::read(const TomlValue& value, const InputKey& key, S& out) {
    read_table(value, key.path, out);
}

template <Settings S>
void SettingsReader::read(const TomlValue& value, const InputKey& key, std::vector<S>& out) {
    const TomlArray* entries = value.array();
    if (entries == nullptr) {
        values_.expected(value, key.path,
                         "a list of tables, each headed by [[" + header_path(key.path) + "]]");
        return;
    }
    out.clear();
    for (const TomlValue& entry : *entries) {
        const std::string path = join_path(key.path, std::to_string(out.size()));
        read_table(entry, path, out.emplace_back());
    }
}

} // namespace mdsim
