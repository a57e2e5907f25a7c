// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace mdsim {

/// Where in the user's input something stands.
struct Place {
    std::shared_ptr<const std::string> source; ///< a file name, or an option of the command line
    std::uint32_t line = 0;                    ///< counts from 1; 0 where lines mean nothing

    std::string text() const;
};

struct TomlEntry;
struct TomlValue;
using TomlArray = std::vector<TomlValue>;
using TomlTable = std::vector<TomlEntry>; ///< by key, in alphabetical order, unique

/// A value of the input file that is none of the types an input key can have.
struct TomlOther {
    std::string_view kind; ///< "a date"
};

/// One value of a parsed input file, with its place.
struct TomlValue {
    std::variant<TomlOther, bool, std::int64_t, double, std::string, TomlArray, TomlTable> data;
    Place place;

    const TomlTable* table() const { return std::get_if<TomlTable>(&data); }
    TomlTable* table() { return std::get_if<TomlTable>(&data); }
    const TomlArray* array() const { return std::get_if<TomlArray>(&data); }
    TomlArray* array() { return std::get_if<TomlArray>(&data); }

    /// The value under a key of this table; null where there is none, or this is no table.
    const TomlValue* find(std::string_view key) const;
    TomlValue* find(std::string_view key);

    /// Puts a value under a key of this table, in place of any other. This must be a table.
    void put(std::string_view key, TomlValue value);

    /// A short text for messages: `the text "a"`, `2.5`, `a list of 3`.
    std::string show() const;
};

struct TomlEntry {
    std::string key;
    TomlValue value;
};

} // namespace mdsim
