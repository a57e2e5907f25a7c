// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <utility>

#include "core/split_text.hpp"
#include "output/compare_files.hpp"
#include "output/durable_file.hpp"

namespace mdsim {

namespace {

/// The columns of a table and its rows by step, as text.
struct Table {
    std::vector<std::string> columns;
    std::map<Step, std::vector<std::string>> rows;
};

Table read_table(const std::string& path) {
    const std::vector<std::string> lines = split_text(read_file(path), '\n');
    Table table;
    if (lines.empty()) return table;
    table.columns = split_text(lines[0], ',');
    for (std::size_t i = 1; i < lines.size(); ++i) {
        std::vector<std::string> row = split_text(lines[i], ',');
        // Torn by the end of a killed run.
        if (row.empty() || row.size() != table.columns.size()) continue;
        const Step step = std::strtoll(row[0].c_str(), nullptr, 10);
        table.rows[step] = std::move(row);
    }
    return table;
}

std::size_t place_of(const std::string& column, const Table& table) {
    return static_cast<std::size_t>(std::find(table.columns.begin(), table.columns.end(), column) -
                                    table.columns.begin());
}

} // namespace

Comparison compare_tables(const std::string& first, const std::string& second) {
    Comparison comparison;
    comparison.what = "rows of thermo.csv";
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
            comparison.difference = Difference{step, column, -1, x, y, std::abs(x - y), {}};
        }
        if (comparison.difference) break;
    }
    return comparison;
}

Comparison compare_lines(const std::string& first, const std::string& second) {
    Comparison comparison;
    const std::vector<std::string> one = split_text(read_file(first), '\n');
    const std::vector<std::string> other = split_text(read_file(second), '\n');
    const std::size_t both = std::min(one.size(), other.size());
    for (std::size_t i = 0; i < both && !comparison.difference; ++i, ++comparison.compared) {
        if (one[i] != other[i])
            comparison.difference = Difference{-1,
                                               fmt::format("line {}", i + 1),
                                               -1,
                                               0,
                                               0,
                                               0,
                                               fmt::format("\"{}\" and \"{}\"", one[i], other[i])};
    }
    if (!comparison.difference && one.size() != other.size())
        comparison.difference = Difference{-1, "the number of lines", -1, 0, 0, 0, "more lines"};
    return comparison;
}

} // namespace mdsim
