// SPDX-License-Identifier: BSD-3-Clause
#include "input/key_row.hpp"

#include <algorithm>

namespace mdsim {
namespace {

using FlatRows = std::vector<std::pair<std::string, const KeyRow*>>;

void flatten_below(const std::vector<KeyRow>& rows, const std::string& path, FlatRows& result) {
    for (const KeyRow& row : rows) {
        const std::string name = path.empty() ? row.name : path + "." + row.name;
        result.emplace_back(name, &row);
        flatten_below(row.children, name, result);
        for (const KeyRow& alternative : row.alternatives) {
            flatten_below(alternative.children, path, result);
        }
    }
}

} // namespace

FlatRows flatten(const std::vector<KeyRow>& rows) {
    FlatRows result;
    flatten_below(rows, {}, result);
    return result;
}

void pass_down_resume_traits(KeyRow& table) {
    if (!table.traits.is_free && table.traits.fixed_by.empty()) return;
    for (std::vector<KeyRow>* rows : {&table.children, &table.alternatives})
        for (KeyRow& row : *rows) {
            row.traits.is_free = table.traits.is_free;
            row.traits.fixed_by = table.traits.fixed_by;
            pass_down_resume_traits(row);
        }
}

bool has_distinct_names(const std::vector<KeyRow>& rows) {
    const auto times = [&](const std::string& name) {
        return std::count_if(rows.begin(), rows.end(),
                             [&](const KeyRow& row) { return row.name == name; });
    };
    const auto brings_another = [&](const KeyRow& alternative) {
        return std::any_of(alternative.children.begin(), alternative.children.end(),
                           [&](const KeyRow& key) { return times(key.name) > 0; });
    };
    return std::all_of(rows.begin(), rows.end(), [&](const KeyRow& row) {
        return times(row.name) == 1 &&
               std::none_of(row.alternatives.begin(), row.alternatives.end(), brings_another);
    });
}

std::string_view kind_text(KeyKind kind) {
    switch (kind) {
    case KeyKind::truth:
        return "true or false";
    case KeyKind::integer:
        return "whole number";
    case KeyKind::number:
        return "number";
    case KeyKind::text:
        return "text";
    case KeyKind::choice:
        return "choice";
    case KeyKind::choices:
        return "list of choices";
    case KeyKind::three_numbers:
        return "3 numbers";
    case KeyKind::three_truths:
        return "3 of true or false";
    case KeyKind::three_integers:
        return "3 whole numbers";
    case KeyKind::numbers:
        return "list of numbers";
    case KeyKind::texts:
        return "list of texts";
    case KeyKind::counts:
        return "table of whole numbers";
    case KeyKind::amounts:
        return "table of numbers";
    case KeyKind::table:
        return "table";
    case KeyKind::tables:
        return "list of tables";
    }
    return {};
}

std::string_view dimension_text(Dimension dimension) {
    switch (dimension) {
    case Dimension::none:
        return "";
    case Dimension::length:
        return "length";
    case Dimension::time:
        return "time";
    case Dimension::energy:
        return "energy";
    case Dimension::mass:
        return "mass";
    case Dimension::velocity:
        return "velocity";
    case Dimension::temperature:
        return "temperature";
    case Dimension::pressure:
        return "pressure";
    case Dimension::force:
        return "force";
    case Dimension::density:
        return "number density";
    case Dimension::charge:
        return "charge";
    case Dimension::inverse_length:
        return "inverse length";
    case Dimension::energy_length:
        return "energy times length";
    case Dimension::energy_length6:
        return "energy times length^6";
    case Dimension::energy_length8:
        return "energy times length^8";
    case Dimension::inverse_pressure:
        return "inverse pressure";
    case Dimension::wall_time:
        return "wall time";
    }
    return {};
}

} // namespace mdsim
