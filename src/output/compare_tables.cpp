// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <sstream>
#include <utility>

#include "output/compare_files.hpp"
#include "output/durable_file.hpp"

namespace mdsim {

namespace {

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
    std::istringstream one(read_file(first)), other(read_file(second));
    std::string a, b;
    while (!comparison.difference) {
        const bool more = static_cast<bool>(std::getline(one, a));
        if (more != static_cast<bool>(std::getline(other, b)))
            comparison.difference =
                Difference{-1, "the number of lines", -1, 0, 0, 0, "more lines"};
        if (!more) break;
        if (a != b && !comparison.difference)
            comparison.difference =
                Difference{-1, fmt::format("line {}", comparison.compared + 1), -1, 0, 0,
                           0,  fmt::format("\"{}\" and \"{}\"", a, b)};
        ++comparison.compared;
    }
    return comparison;
}

} // namespace mdsim
