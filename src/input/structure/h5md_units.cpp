// SPDX-License-Identifier: BSD-3-Clause
#include "input/structure/h5md_units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "input/structure/unit_advice.hpp"
#include "input/toml_parse.hpp"

namespace mdsim::source {

namespace {

constexpr const char* run_input = "/parameters/mdsim/input";

/// The factors of a unit in alphabetical order: "Angstrom ps-1" and "ps-1 Angstrom" are one.
std::vector<std::string_view> factors(std::string_view unit) {
    std::vector<std::string_view> words;
    split_words(unit, words);
    std::sort(words.begin(), words.end());
    return words;
}

std::string_view unit_in(UnitSystem system, Dimension what) {
    return Units(system).trajectory_name(what);
}

/// The systems in which a quantity has this unit.
std::vector<UnitSystem> systems_with(std::string_view unit, Dimension what) {
    std::vector<UnitSystem> systems;
    for (const auto& entry : enum_names(UnitSystem{}))
        if (factors(unit_in(entry.value, what)) == factors(unit)) systems.push_back(entry.value);
    return systems;
}

bool among(const std::vector<UnitSystem>& systems, UnitSystem system) {
    return std::find(systems.begin(), systems.end(), system) != systems.end();
}

/// The system that the text of an input names.
std::optional<UnitSystem> system_in(const std::string& input) {
    ErrorList ignored;
    const TomlValue root = parse_toml(input, run_input, ignored);
    const TomlValue* units = root.find("units");
    const TomlValue* system = units == nullptr ? nullptr : units->find("system");
    const auto* name = system == nullptr ? nullptr : std::get_if<std::string>(&system->data);
    for (const auto& entry : enum_names(UnitSystem{}))
        if (name != nullptr && *name == entry.name) return entry.value;
    return std::nullopt;
}

} // namespace

std::optional<UnitSystem> h5md_run_units(const Hdf5File& file) {
    if (!file.is_dataset(run_input) || file.kind(run_input) != Hdf5Kind::text ||
        !file.shape(run_input).empty())
        return std::nullopt;
    return system_in(file.texts(run_input, {}, {}).at(0));
}

void H5mdUnits::compare(const std::string& dataset, Dimension what) {
    const std::vector<std::string> texts = file_.text_attribute(dataset, "unit");
    if (texts.empty() || trimmed(texts[0]).empty()) return;
    const std::string& unit = texts[0];
    const std::vector<UnitSystem> systems = systems_with(unit, what);
    if (systems.empty()) {
        const std::string_view own = unit_in(input_, what);
        findings_.warning(0, fmt::format("{} has the unit {}, which no unit system here has; its "
                                         "numbers are taken as {}",
                                         dataset, in_quotes(unit),
                                         own.empty() ? "reduced ones" : in_quotes(own)));
        return;
    }
    if (!stated_) possible_ = systems;
    std::erase_if(possible_, [&](UnitSystem s) { return !among(systems, s); });
    stated_ = true;
    if (!among(systems, input_))
        foreign_.push_back(fmt::format("{} has the unit {}", dataset, in_quotes(unit)));
}

std::string H5mdUnits::advice() const {
    if (possible_.size() == 1) return unit_advice(possible_[0], input_);
    std::string names;
    for (const UnitSystem system : possible_)
        names += fmt::format("{}\"{}\"", names.empty() ? "" : " or ", enum_name(system));
    return names.empty() ? "convert the file: its units belong to no one system"
                         : fmt::format("set units.system = {} and bring all numbers of the input "
                                       "into these units, or convert the file",
                                       names);
}

void H5mdUnits::judge() {
    if (!stated_) return compare_run();
    if (foreign_.empty()) return;
    findings_.error(0, fmt::format("{}, but the input has units.system = \"{}\"; {}",
                                   fmt::join(foreign_, ", "), enum_name(input_), advice()));
}

void H5mdUnits::compare_run() {
    const auto system = h5md_run_units(file_);
    if (!system || *system == input_) return;
    findings_.error(0, fmt::format("is of a run in units.system = \"{}\" ({}), but the input has "
                                   "\"{}\"; {}",
                                   enum_name(*system), run_input, enum_name(input_),
                                   unit_advice(*system, input_)));
}

} // namespace mdsim::source
