// SPDX-License-Identifier: BSD-3-Clause
#include "session/started_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/split_text.hpp"

namespace mdsim {

namespace {

/// What an effective input says of "section.key".
using Values = std::map<std::string, std::string>;

Values values_in(const std::string& effective_text) {
    Values values;
    std::string section;
    for (const std::string& line : split_text(effective_text, '\n')) {
        const std::size_t equals = line.find(" = ");
        if (line.rfind('[', 0) == 0)
            section = line.substr(1, line.find(']') - 1);
        else if (line.rfind('#', 0) != 0 && equals != std::string::npos)
            values[section + "." + line.substr(0, equals)] = line.substr(equals + 3);
    }
    return values;
}

std::string value_of(const Values& values, const std::string& key) {
    const auto found = values.find(key);
    return found == values.end() ? std::string() : found->second;
}

/// A list of names as text, in alphabetical order.
std::vector<std::string> sorted_names(std::string list) {
    std::erase_if(list, [](char c) { return c == '[' || c == ']' || c == ' '; });
    std::vector<std::string> names = split_text(list, ',');
    std::sort(names.begin(), names.end());
    return names;
}

bool same(const std::string& key, const std::string& was, const std::string& is) {
    return was == is || (key == "trajectory.fields" && sorted_names(was) == sorted_names(is));
}

std::string words(const std::string& value) { return value.empty() ? "nothing" : value; }

} // namespace

std::vector<Diagnostic> changes_of_started_files(const std::string& was, const std::string& is,
                                                 const StartedFiles& started) {
    struct FixedKey {
        const char* key;
        const char* file;
        bool started;
    };
    const FixedKey all[] = {{"trajectory.fields", "trajectory.h5md", started.trajectory},
                            {"trajectory.precision", "trajectory.h5md", started.trajectory},
                            {"trajectory.strict_units", "trajectory.h5md", started.trajectory},
                            {"thermo.columns", "thermo.csv", started.thermo}};
    const Values before = values_in(was), now = values_in(is);
    std::vector<Diagnostic> errors;
    for (const FixedKey& s : all) {
        const std::string first = value_of(before, s.key), last = value_of(now, s.key);
        if (!s.started || same(s.key, first, last)) continue;
        errors.push_back(
            {s.key, fmt::format("found {}, but the run goes on with {}, which was made with {}: "
                                "bring that back, or begin a new run from the last frame",
                                words(last), s.file, words(first))});
    }
    return errors;
}

} // namespace mdsim
