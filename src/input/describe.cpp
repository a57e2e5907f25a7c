// SPDX-License-Identifier: BSD-3-Clause
#include "input/describe.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/error.hpp"
#include "input/suggest.hpp"
#include "input/value_reader.hpp"

namespace mdsim {
namespace {

bool is_table(const KeyRow& row) {
    return row.kind == KeyKind::table || row.kind == KeyKind::tables;
}

/// The name without the numbers of list entries: "stage.0.steps" to "stage.steps".
std::string without_numbers(std::string_view key) {
    std::string result;
    while (!key.empty()) {
        const std::string_view part = key.substr(0, key.find('.'));
        key.remove_prefix(std::min(key.size(), part.size() + 1));
        if (part.find_first_not_of("0123456789") != std::string_view::npos) {
            result += (result.empty() ? "" : ".") + std::string(part);
        }
    }
    return result;
}

std::string type_words(const KeyRow& row) {
    const std::string_view what = dimension_text(row.dimension);
    return what.empty() ? std::string(kind_text(row.kind))
                        : fmt::format("{} [{}]", kind_text(row.kind), what);
}

std::string when(const KeyRow& row) {
    return row.condition.empty() ? "" : fmt::format("with {}: ", row.condition);
}

std::string describe_row(const std::string& name, const KeyRow& row) {
    std::string text = fmt::format("{}: {}\n  {}{}\n", name, type_words(row), when(row), row.help);
    const std::string allowed = allowed_words(row);
    text += allowed.empty() ? "" : fmt::format("  allowed: {}\n", allowed);
    text += is_table(row) ? "" : fmt::format("  default: {}\n", default_words(row));
    const std::string when_resumed = resume_words(row);
    return when_resumed.empty() ? text : text + fmt::format("  --resume: {}\n", when_resumed);
}

/// The alternatives of a choice that are called so, such as the potential "lennard_jones".
std::string describe_alternative(const std::vector<KeyRow>& rows, std::string_view key) {
    std::string text;
    for (const auto& [name, row] : flatten(rows)) {
        for (const KeyRow& alternative : row->alternatives) {
            if (alternative.name == key) {
                text += fmt::format("{} = \"{}\" brings the keys\n\n{}", name, key,
                                    describe_all(alternative.children));
            }
        }
    }
    return text;
}

} // namespace

std::string default_words(const KeyRow& row) {
    if (row.traits.is_required) {
        return "required";
    }
    return row.default_text.empty() ? "none" : row.default_text;
}

std::string resume_words(const KeyRow& row) {
    if (!row.traits.fixed_by.empty())
        return fmt::format("may change until {} is begun", row.traits.fixed_by);
    return row.traits.is_free ? "may change" : "";
}

std::string allowed_words(const KeyRow& row) {
    const std::vector<std::string_view> choices(row.choices.begin(), row.choices.end());
    return choices.empty() ? range_text(row.range) : join(choices);
}

std::string describe_all(const std::vector<KeyRow>& rows) {
    std::string text;
    for (const auto& [name, row] : flatten(rows)) {
        if (is_table(*row)) {
            const bool list = row->kind == KeyKind::tables;
            text += fmt::format("{}{}{}{}  {}\n", text.empty() ? "" : "\n", list ? "[[" : "[", name,
                                list ? "]]" : "]", row->help);
        } else {
            text += fmt::format("  {:<18} {:<24} {:<16} {}{}\n", row->name, type_words(*row),
                                default_words(*row), when(*row), row->help);
        }
    }
    return text;
}

std::string describe_key(const std::vector<KeyRow>& rows, std::string_view key) {
    const std::string wanted = without_numbers(key);
    std::string text;
    std::vector<std::string> names;
    const auto flat = flatten(rows);
    for (const auto& [name, row] : flat) {
        names.push_back(name);
        if (name == wanted) {
            text += (text.empty() ? "" : "\n") + describe_row(name, *row);
            text += row->children.empty() ? "" : "\n" + describe_all(row->children);
        }
    }
    for (const auto& [name, row] : flat) { // a name without its section
        if (text.empty() && row->name == wanted && !is_table(*row)) {
            return describe_key(rows, name);
        }
    }
    text = text.empty() ? describe_alternative(rows, wanted) : text;
    if (text.empty()) {
        for (const auto& [name, row] : flat) names.push_back(row->name);
        const std::vector<std::string_view> views(names.begin(), names.end());
        const std::string_view near = nearest(wanted, views);
        throw InputError("--describe",
                         fmt::format("there is no key '{}'; {}", key,
                                     near.empty() ? "mdsim --describe lists all of them"
                                                  : fmt::format("did you mean '{}'?", near)));
    }
    return text;
}

} // namespace mdsim
