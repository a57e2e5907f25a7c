// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <memory>
#include <string>
#include <utility>

#include "core/contract.hpp"
#include "input/toml_parse.hpp"

namespace mdsim {
namespace {

constexpr std::string_view usage = "expected section.key=value";

std::string_view trim(std::string_view text) {
    constexpr std::string_view blank = " \t\r\n";
    const std::size_t first = text.find_first_not_of(blank);
    if (first == std::string_view::npos) {
        return {};
    }
    return text.substr(first, text.find_last_not_of(blank) - first + 1);
}

std::vector<std::string_view> split_path(std::string_view path) {
    std::vector<std::string_view> parts;
    while (true) {
        const std::size_t dot = path.find('.');
        parts.push_back(trim(path.substr(0, dot)));
        if (dot == std::string_view::npos) {
            return parts;
        }
        path.remove_prefix(dot + 1);
    }
}

bool bare_word(std::string_view text) {
    constexpr std::string_view marks = "_-+./:~%";
    return !text.empty() && std::all_of(text.begin(), text.end(), [&](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
               marks.find(c) != std::string_view::npos;
    });
}

/// Every place inside the value becomes the option itself.
void set_place(TomlValue& value, const Place& place) {
    value.place = place;
    if (TomlTable* table = value.table()) {
        for (TomlEntry& entry : *table) {
            set_place(entry.value, place);
        }
    }
    if (TomlArray* array = value.array()) {
        for (TomlValue& entry : *array) {
            set_place(entry, place);
        }
    }
}

/// Parses the right-hand side; false, with an error, where it is neither TOML nor a bare word.
bool parse_value(std::string_view text, const Place& place, TomlValue& value, ErrorList& errors) {
    ErrorList ignored;
    TomlValue root = parse_toml("value = " + std::string(text), *place.source, ignored);
    TomlValue* parsed = root.find("value");
    if (parsed != nullptr && root.table()->size() == 1) {
        value = std::move(*parsed);
    } else if (bare_word(text)) {
        value.data = std::string(text);
    } else {
        errors.add(place, fmt::format("'{}' is no value in TOML; text with blanks or signs needs "
                                      "quotes: section.key='\"some text\"'",
                                      text));
        return false;
    }
    set_place(value, place);
    return true;
}

/// The entry of a list with this number, from 0, or null.
TomlValue* entry_numbered(TomlArray& array, std::string_view part) {
    std::size_t index = 0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), index);
    const bool whole = error == std::errc{} && end == part.data() + part.size();
    return whole && index < array.size() ? &array[index] : nullptr;
}

/// The entry of a list whose key `name` is this text, or null.
TomlValue* entry_named(TomlArray& array, std::string_view part) {
    for (TomlValue& entry : array) {
        const TomlValue* name = entry.find("name");
        const auto* text = name ? std::get_if<std::string>(&name->data) : nullptr;
        if (text != nullptr && *text == part) {
            return &entry;
        }
    }
    return nullptr;
}

/// Whether a part of the path is the name of one entry of a list and the number of another: which
/// of them is meant is not for the program to guess.
bool means_two(TomlValue& value, std::string_view part) {
    TomlArray* array = value.array();
    const TomlValue* numbered = array ? entry_numbered(*array, part) : nullptr;
    const TomlValue* named = array ? entry_named(*array, part) : nullptr;
    return numbered != nullptr && named != nullptr && numbered != named;
}

/// One step down the path, creating tables that are not there; null where that is impossible.
TomlValue* descend(TomlValue& value, std::string_view part, const Place& place) {
    if (TomlArray* array = value.array()) {
        TomlValue* named = entry_named(*array, part);
        return named ? named : entry_numbered(*array, part);
    }
    if (value.table() == nullptr) {
        return nullptr;
    }
    if (value.find(part) == nullptr) {
        value.put(part, TomlValue{TomlTable{}, place});
    }
    return value.find(part);
}

} // namespace

void apply_override(TomlValue& root, std::string_view assignment, ErrorList& errors) {
    MDSIM_EXPECT(root.table() != nullptr);
    const std::size_t equals = assignment.find('=');
    const std::string_view path = trim(assignment.substr(0, equals));
    const Place place{std::make_shared<const std::string>(fmt::format("--set {}", path)), 0};
    const std::vector<std::string_view> parts = split_path(path);
    const bool blank_part =
        std::any_of(parts.begin(), parts.end(), [](std::string_view part) { return part.empty(); });
    if (equals == std::string_view::npos || blank_part || parts.size() < 2 || parts.size() > 8) {
        errors.add(place, fmt::format("found '{}'; {}", assignment, usage));
        return;
    }
    TomlValue value;
    if (!parse_value(trim(assignment.substr(equals + 1)), place, value, errors)) {
        return;
    }
    TomlValue* target = &root;
    for (const std::string_view part : parts) {
        if (means_two(*target, part)) {
            errors.add(place, fmt::format("'{}' is the name of one entry of a list and the number "
                                          "of another, counted from 0; give them other names",
                                          part));
            return;
        }
        TomlValue* next = descend(*target, part, place);
        if (next == nullptr) {
            const TomlArray* list = target->array();
            errors.add(place,
                       list ? fmt::format("no entry '{}' in a list of {}; give a number "
                                          "from 0 or the name of an entry",
                                          part, list->size())
                            : fmt::format("'{}' lies inside something that is no table", part));
            return;
        }
        target = next;
    }
    *target = std::move(value);
}

} // namespace mdsim
