// SPDX-License-Identifier: BSD-3-Clause
#include "output/compare_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <sstream>
#include <utility>

#include "core/error.hpp"
#include "output/checkpoint_seal.hpp"
#include "output/durable_file.hpp"
#include "output/numbers_of.hpp"

namespace mdsim {

namespace {

/// What only one of two sorted lists of names has.
void leave_out_others(const std::vector<std::string>& first, const std::vector<std::string>& second,
                      Comparison& comparison) {
    std::vector<std::string> others;
    std::set_symmetric_difference(first.begin(), first.end(), second.begin(), second.end(),
                                  std::back_inserter(others));
    for (const std::string& name : others)
        comparison.left_out.push_back(name + ", which only one of them has");
}

std::vector<std::string> common(const std::vector<std::string>& first,
                                const std::vector<std::string>& second) {
    std::vector<std::string> both;
    std::set_intersection(first.begin(), first.end(), second.begin(), second.end(),
                          std::back_inserter(both));
    return both;
}

bool ends_with(const std::string& text, const std::string& end) {
    return text.size() >= end.size() &&
           text.compare(text.size() - end.size(), end.size(), end) == 0;
}

/// Compares two arrays of one quantity at one step; `per_atom`: their rows are atoms, by id.
void compare_numbers(const h5::Numbers& first, const h5::Numbers& second, Step step,
                     const std::string& quantity, bool per_atom, Comparison& comparison) {
    if (first.type != second.type || first.shape != second.shape) {
        comparison.left_out.push_back(quantity + ", which has another type or shape");
        return;
    }
    std::optional<Difference> found;
    const std::size_t columns = per_atom && first.shape.size() > 1 ? first.shape.back() : 1;
    for (std::size_t i = 0; i < first.count(); ++i) {
        if (first.has_bits_of(second, i)) continue;
        if (!found)
            found = {
                step,        quantity,     per_atom ? static_cast<std::int64_t>(i / columns) : -1,
                first.at(i), second.at(i), 0};
        const double apart = std::abs(first.at(i) - second.at(i));
        if (!(apart <= found->largest)) found->largest = apart;
    }
    if (found && !comparison.difference) comparison.difference = found;
}

/// The columns of a table and its rows by step, as text.
struct Table {
    std::vector<std::string> columns;
    std::map<Step, std::vector<std::string>> rows;
};

std::vector<std::string> split(const std::string& line) {
    std::vector<std::string> parts;
    std::istringstream in(line);
    for (std::string part; std::getline(in, part, ',');) parts.push_back(part);
    return parts;
}

Table read_table(const std::string& path) {
    std::istringstream in(read_file(path));
    Table table;
    std::string line;
    std::getline(in, line);
    table.columns = split(line);
    while (std::getline(in, line)) {
        std::vector<std::string> row = split(line);
        if (row.size() != table.columns.size()) continue; // torn by the end of a killed run
        const Step step = std::strtoll(row[0].c_str(), nullptr, 10);
        table.rows[step] = std::move(row);
    }
    return table;
}

std::size_t place_of(const std::string& column, const Table& table) {
    return static_cast<std::size_t>(std::find(table.columns.begin(), table.columns.end(), column) -
                                    table.columns.begin());
}

/// The row of each step of a trajectory.
std::map<Step, std::int64_t> rows_by_step(const h5::UntrustedFile& file, const std::string& path) {
    const h5::Numbers steps = h5::numbers_of(file, path);
    std::map<Step, std::int64_t> rows;
    for (std::size_t i = 0; i < steps.count(); ++i)
        rows[static_cast<Step>(steps.at(i))] = static_cast<std::int64_t>(i);
    return rows;
}

/// The values over time in a trajectory, of all atoms and as a whole.
std::vector<std::string> fields_in(const h5::UntrustedFile& file) {
    std::vector<std::string> fields;
    for (const char* group : {"/particles/system", "/observables"})
        for (const std::string& path : file.datasets_below(group))
            if (ends_with(path, "/value")) fields.push_back(path);
    std::sort(fields.begin(), fields.end());
    return fields;
}

void compare_frames(const h5::UntrustedFile& first, const h5::UntrustedFile& second,
                    const std::vector<std::string>& fields, Comparison& comparison) {
    const std::string steps = "/particles/system/position/step";
    const auto one = rows_by_step(first, steps), other = rows_by_step(second, steps);
    for (const auto& [step, row] : one) {
        const auto found = other.find(step);
        if (found == other.end()) continue;
        ++comparison.compared;
        for (const std::string& field : fields) {
            const h5::Numbers a = h5::numbers_of(first, field, row);
            const h5::Numbers b = h5::numbers_of(second, field, found->second);
            compare_numbers(a, b, step, field, a.shape.size() == 2 && a.shape[0] > 3, comparison);
        }
        if (comparison.difference) return;
    }
}

} // namespace

Comparison compare_checkpoints(const std::string& first, const std::string& second) {
    Comparison comparison{"checkpoints", 0, {}, {}};
    const CheckpointHead one = verify_checkpoint(first), other = verify_checkpoint(second);
    if (one.step != other.step) {
        comparison.left_out.push_back(
            fmt::format("all of them: they are of the steps {} and {}", one.step, other.step));
        return comparison;
    }
    const h5::Lock lock;
    const h5::UntrustedFile a(first), b(second);
    comparison.compared = 1;
    for (const char* group : {"/atoms", "/values"}) {
        const auto names = a.datasets_below(group), others = b.datasets_below(group);
        leave_out_others(names, others, comparison);
        for (const std::string& name : common(names, others)) {
            if (name == "/values/counts") continue; // of frames and rows, as output was asked for
            compare_numbers(h5::numbers_of(a, name), h5::numbers_of(b, name), one.step, name,
                            group == std::string("/atoms"), comparison);
        }
    }
    return comparison;
}

Comparison compare_tables(const std::string& first, const std::string& second) {
    Comparison comparison{"rows of thermo.csv", 0, {}, {}};
    const Table a = read_table(first), b = read_table(second);
    std::vector<std::string> names = a.columns, others = b.columns;
    std::sort(names.begin(), names.end());
    std::sort(others.begin(), others.end());
    leave_out_others(names, others, comparison);
    for (const auto& [step, row] : a.rows) {
        const auto found = b.rows.find(step);
        if (found == b.rows.end()) continue;
        ++comparison.compared;
        for (const std::string& column : a.columns) {
            const std::size_t i = place_of(column, a), j = place_of(column, b);
            if (j == b.columns.size() || row[i] == found->second[j] || comparison.difference)
                continue;
            const double x = std::strtod(row[i].c_str(), nullptr);
            const double y = std::strtod(found->second[j].c_str(), nullptr);
            comparison.difference = Difference{step, column, -1, x, y, std::abs(x - y)};
        }
        if (comparison.difference) break;
    }
    return comparison;
}

Comparison compare_trajectories(const std::string& first, const std::string& second) {
    Comparison comparison{"frames", 0, {}, {}};
    const h5::Lock lock;
    const h5::UntrustedFile a(first), b(second);
    const auto fields = fields_in(a), others = fields_in(b);
    leave_out_others(fields, others, comparison);
    compare_frames(a, b, common(fields, others), comparison);
    return comparison;
}

} // namespace mdsim
