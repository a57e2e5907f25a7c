// SPDX-License-Identifier: BSD-3-Clause
#include "input/manual_page.hpp"

#include <fmt/format.h>

#include <array>
#include <cctype>

#include "core/units.hpp"
#include "input/describe.hpp"

namespace mdsim {
namespace {

constexpr std::string_view introduction =
    R"(# The input file

An input is one [TOML](https://toml.io) file of sections and keys. A key that is not in this list,
a value of the wrong type or out of range, and keys that contradict each other are refused before
the first step, all of them at once. Whole numbers may be written as `1000000`, `1_000_000` or
`1e6`. `mdsim --describe KEY` shows a key in the terminal; `--set section.key=value` replaces it for
one run, where entries of lists go by number or name: `--set stage.production.steps=1e6`.

Keys with a star may change when a run is [resumed](manual.md#resuming-a-run), and so may all keys
of stages that have not begun. Others stay as they were.

Editors that know JSON Schema complete and check the file as it is written, if it begins with
`#:schema path/to/docs/input.schema.json`.

This page is what `mdsim --describe manual` prints; it is not edited by hand.
)";

/// A text inside a cell of a table.
std::string cell(const std::string& text) {
    std::string result;
    for (const char c : text) {
        result += c == '|' ? "\\|" : std::string(1, c);
    }
    return result;
}

std::string code(const std::string& text) { return text.empty() ? "" : "`" + cell(text) + "`"; }

std::string value_words(const KeyRow& row) {
    std::string text(kind_text(row.kind));
    const std::string_view what = dimension_text(row.dimension);
    text += what.empty() ? "" : fmt::format(" [{}]", what);
    if (!row.choices.empty()) {
        std::string words;
        for (const std::string& choice : row.choices) {
            words += (words.empty() ? "" : ", ") + code(choice);
        }
        return words;
    }
    const std::string allowed = allowed_words(row);
    return allowed.empty() ? text : fmt::format("{}, {}", text, allowed);
}

std::string fixing_words(const KeyRow& row) {
    return row.traits.fixed_by.empty()
               ? ""
               : fmt::format("; on --resume it may change until {} is begun", row.traits.fixed_by);
}

std::string key_table(const std::vector<KeyRow>& rows) {
    std::string text = "| Key | Value | Default | Meaning |\n|---|---|---|---|\n";
    for (const KeyRow& row : rows) {
        if (row.kind != KeyKind::table && row.kind != KeyKind::tables) {
            const std::string value = row.traits.is_required || row.default_text.empty()
                                          ? default_words(row)
                                          : code(row.default_text);
            text += fmt::format("| `{}`{} | {} | {} | {}{} |\n", row.name,
                                row.traits.is_free ? " \\*" : "", value_words(row), value,
                                cell(row.help), fixing_words(row));
        }
    }
    return text + "\n";
}

std::string sentence(std::string text) {
    if (!text.empty()) {
        text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
    }
    return text;
}

bool has_keys(const std::vector<KeyRow>& rows) {
    for (const KeyRow& row : rows) {
        if (row.kind != KeyKind::table && row.kind != KeyKind::tables) {
            return true;
        }
    }
    return false;
}

void add_sections(const std::vector<KeyRow>& rows, const std::string& path, std::string& text) {
    for (const KeyRow& row : rows) {
        const bool list = row.kind == KeyKind::tables;
        const std::string name = path.empty() ? row.name : path + "." + row.name;
        if (list || row.kind == KeyKind::table) {
            text += fmt::format("{} `{}{}{}`\n\n{}{}.\n\n", path.empty() ? "##" : "###",
                                list ? "[[" : "[", name, list ? "]]" : "]", sentence(row.help),
                                row.traits.is_required ? " (required)" : "");
            text += has_keys(row.children) ? key_table(row.children) : "";
            add_sections(row.children, name, text);
        }
        for (const KeyRow& alternative : row.alternatives) {
            if (!alternative.children.empty()) {
                text += fmt::format("With `{} = \"{}\"`:\n\n", row.name, alternative.name);
                text += key_table(alternative.children);
            }
        }
    }
}

std::string unit_table() {
    constexpr std::array dimensions{
        Dimension::length,         Dimension::time,           Dimension::energy,
        Dimension::mass,           Dimension::velocity,       Dimension::force,
        Dimension::temperature,    Dimension::pressure,       Dimension::density,
        Dimension::charge,         Dimension::inverse_length, Dimension::energy_length,
        Dimension::energy_length6, Dimension::energy_length8, Dimension::inverse_pressure,
        Dimension::wall_time};
    std::string text = "## Units\n\n| | lj | metal | real | nano |\n|---|---|---|---|---|\n";
    for (const Dimension dimension : dimensions) {
        text += fmt::format("| {} |", dimension_text(dimension));
        for (const auto& system : enum_names(UnitSystem{})) {
            const std::string_view name = Units(system.value).name(dimension);
            text += fmt::format(" {} |", name.empty() ? "1" : name);
        }
        text += "\n";
    }
    return text +
           "\nForces of `metal` are written to the trajectory in kJ mol-1 Angstrom-1, because\n"
           "MDAnalysis refuses files with forces in eV Angstrom-1.\n";
}

} // namespace

std::string manual_page(const std::vector<KeyRow>& rows) {
    std::string text(introduction);
    text += "\n";
    add_sections(rows, {}, text);
    return text + unit_table();
}

} // namespace mdsim
