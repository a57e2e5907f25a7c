// SPDX-License-Identifier: BSD-3-Clause
#include "input/toml_value.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/contract.hpp"

namespace mdsim {
namespace {

/// What messages say about each kind of value.
struct Show {
    std::string operator()(const TomlOther& other) const { return std::string(other.kind); }
    std::string operator()(bool value) const { return value ? "true" : "false"; }
    std::string operator()(std::int64_t value) const { return fmt::format("{}", value); }
    std::string operator()(double value) const { return fmt::format("{}", value); }
    std::string operator()(const std::string& value) const {
        constexpr std::size_t longest = 60;
        const bool cut = value.size() > longest;
        return fmt::format("the text \"{}{}\"", value.substr(0, longest), cut ? "..." : "");
    }
    std::string operator()(const TomlArray& value) const {
        return fmt::format("a list of {}", value.size());
    }
    std::string operator()(const TomlTable&) const { return "a table"; }
};

template <class Table> auto position(Table& table, std::string_view key) {
    return std::lower_bound(
        table.begin(), table.end(), key,
        [](const TomlEntry& entry, std::string_view k) { return entry.key.compare(k) < 0; });
}

} // namespace

std::string Place::text() const {
    if (!source) {
        return {};
    }
    return line == 0 ? *source : fmt::format("{}:{}", *source, line);
}

const TomlValue* TomlValue::find(std::string_view key) const {
    if (const TomlTable* entries = table()) {
        const auto found = position(*entries, key);
        if (found != entries->end() && found->key == key) {
            return &found->value;
        }
    }
    return nullptr;
}

TomlValue* TomlValue::find(std::string_view key) {
    return const_cast<TomlValue*>(std::as_const(*this).find(key));
}

void TomlValue::put(std::string_view key, TomlValue value) {
    MDSIM_EXPECT(table() != nullptr && !key.empty());
    if (TomlValue* old = find(key)) {
        *old = std::move(value);
        return;
    }
    table()->insert(position(*table(), key), TomlEntry{std::string(key), std::move(value)});
}

std::string TomlValue::show() const { return std::visit(Show{}, data); }

} // namespace mdsim
