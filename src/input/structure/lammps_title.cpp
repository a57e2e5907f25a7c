// SPDX-License-Identifier: BSD-3-Clause
#include "input/structure/lammps_title.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "input/structure/unit_advice.hpp"

namespace mdsim::source {

namespace {

/// A unit style of LAMMPS (its command `units`): a system of ours, or what it counts in.
struct Style {
    std::string_view name;
    std::optional<UnitSystem> system;
    std::string_view units;
};

constexpr std::array<Style, 8> styles = {
    {{"lj", UnitSystem::lj, ""},
     {"metal", UnitSystem::metal, ""},
     {"real", UnitSystem::real, ""},
     {"nano", {}, "nm, ns and attograms, unlike the nm, ps and g/mol of units.system = \"nano\""},
     {"micro", {}, "micrometers, microseconds and picograms"},
     {"electron", {}, "Bohr radii, fs and g/mol"},
     {"si", {}, "m, s and kg"},
     {"cgs", {}, "cm, s and g"}}};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

std::string_view after_blanks(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    return text;
}

/// The word after "units =" in a title; empty where there is none.
std::string_view title_units(std::string_view title) {
    constexpr std::string_view key = "units";
    for (std::size_t at = title.find(key); at != std::string_view::npos;
         at = title.find(key, at + 1)) {
        std::string_view rest = after_blanks(title.substr(at + key.size()));
        if ((at > 0 && is_letter(title[at - 1])) || rest.empty() || rest.front() != '=') continue;
        rest = after_blanks(rest.substr(1));
        std::size_t length = 0;
        while (length < rest.size() && is_letter(rest[length])) ++length;
        if (length > 0) return rest.substr(0, length);
    }
    return {};
}

} // namespace

void check_title_units(std::string_view title, UnitSystem input, Findings& findings) {
    constexpr std::int64_t line = 1;
    const std::string_view found = title_units(title);
    if (found.empty()) return;
    const auto lower = [](char c) { return static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c); };
    const auto named = [&](const Style& s) {
        return std::equal(s.name.begin(), s.name.end(), found.begin(), found.end(),
                          [&](char a, char b) { return a == lower(b); });
    };
    const auto style = std::find_if(styles.begin(), styles.end(), named);
    if (style == styles.end())
        findings.warning(line,
                         fmt::format("the title says units = {}, which is no unit style of LAMMPS; "
                                     "the numbers are taken as those of units.system = \"{}\"",
                                     in_quotes(found), enum_name(input)));
    else if (!style->system)
        findings.error(line,
                       fmt::format("the title says units = {}, which in LAMMPS are {}; there is no "
                                   "such units.system: convert the file to those of the input, "
                                   "\"{}\", and change the title",
                                   found, style->units, enum_name(input)));
    else if (*style->system != input)
        findings.error(line,
                       fmt::format("the title says units = {}, but the input has units.system = "
                                   "\"{}\"; {}",
                                   found, enum_name(input), unit_advice(*style->system, input)));
}

} // namespace mdsim::source
