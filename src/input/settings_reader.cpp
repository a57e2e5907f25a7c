// SPDX-License-Identifier: BSD-3-Clause
#include "input/settings_reader.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/contract.hpp"
#include "input/suggest.hpp"

namespace mdsim {
namespace {

/// A path without the number of an entry: "pair.potential.0" to "pair.potential".
std::string without_index(const std::string& path) {
    return is_entry(path) ? path.substr(0, path.rfind('.')) : path;
}

/// The header under which keys of a path stand: "pair.potential.0" to "[[pair.potential]]".
std::string section_title(const std::string& path) {
    const std::string header = header_path(path);
    return is_entry(path) ? fmt::format("[[{}]]", header) : fmt::format("[{}]", header);
}

} // namespace

void SettingsReader::report_missing(const TomlValue& table, const std::string& path,
                                    std::string_view name, std::string_view help) {
    const std::string what =
        path.empty() ? fmt::format("the section [{}] is missing", name)
                     : fmt::format("the key '{}' is missing in {}", name, section_title(path));
    errors_.add(table.place, fmt::format("{}: {}", what, help), join_path(path, name));
}

void SettingsReader::report_unknown(const TomlValue& table, const std::string& path,
                                    const Names& known, MeantKey meant) {
    MDSIM_EXPECT(table.table() != nullptr);
    for (const TomlEntry& entry : *table.table()) {
        if (std::find(known.begin(), known.end(), entry.key) == known.end()) {
            const std::string what = path.empty() ? fmt::format("unknown section [{}]", entry.key)
                                                  : fmt::format("unknown key '{}' in {}", entry.key,
                                                                section_title(path));
            errors_.add(entry.value.place,
                        fmt::format("{}; {}", what, advice(path, entry.key, known, meant)),
                        join_path(path, entry.key));
        }
    }
}

std::string SettingsReader::advice(const std::string& path, std::string_view key,
                                   const Names& known, MeantKey meant) const {
    if (const std::string_view other = meant(key); !other.empty())
        return fmt::format("did you mean '{}'?", other);
    if (const std::string_view near = nearest(key, known); !near.empty()) {
        return fmt::format("did you mean '{}'?", near);
    }
    const std::string here = join_path(without_index(path), key);
    if (std::find(all_keys_.begin(), all_keys_.end(), here) != all_keys_.end())
        return fmt::format("it goes with another choice than the one made there; the keys are: {}",
                           join(known));
    for (const std::string& other : all_keys_) {
        const std::size_t dot = other.rfind('.');
        if (dot != std::string::npos && std::string_view(other).substr(dot + 1) == key) {
            return fmt::format("there is a key '{}'", other);
        }
    }
    return fmt::format("{} are: {}", path.empty() ? "the sections" : "the keys here", join(known));
}

} // namespace mdsim
