// SPDX-License-Identifier: BSD-3-Clause
#include "output/number_table.hpp"

#include <fmt/format.h>

#include <cmath>
#include <span>

#include "core/contract.hpp"
#include "output/durable_file.hpp"
#include "output/hdf5_objects.hpp"
#include "output/whole_files.hpp"

namespace mdsim {

namespace {

std::size_t lines_of(const NumberTable& table) {
    const std::size_t lines = table.columns.empty() ? 0 : table.columns.front().values.size();
    for (const NumberTable::Column& column : table.columns)
        MDSIM_REQUIRE(column.values.size() == lines);
    return lines;
}

std::string title(const NumberTable::Column& column) {
    return column.unit.empty() ? column.name : fmt::format("{} [{}]", column.name, column.unit);
}

void write_column(const h5::File& file, const std::string& group,
                  const NumberTable::Column& column) {
    const std::string path = group + "/" + column.name;
    h5::write_dataset(file, path, {column.values.size()},
                      block_array(std::span<const double>(column.values)));
    if (!column.unit.empty())
        h5::write_attribute(file, path, "unit", column.unit, h5::StringKind::variable);
}

} // namespace

void write_csv(const std::string& path, const NumberTable& table) {
    std::string text;
    for (const NumberTable::Column& column : table.columns)
        text += (text.empty() ? "" : ",") + title(column);
    text += "\n";
    for (std::size_t line = 0; line < lines_of(table); ++line) {
        for (std::size_t c = 0; c < table.columns.size(); ++c) {
            const double value = table.columns[c].values[line];
            if (c > 0) text += ",";
            if (std::isfinite(value)) text += fmt::format("{}", value);
        }
        text += "\n";
    }
    write_with_sum(path, bytes_of(text), Durability::process);
}

void write_hdf5(const std::string& path, const std::string& group, const NumberTable& table,
                const TableOwner& owner) {
    lines_of(table);
    const h5::Lock lock;
    const std::string beside = path + ".tmp";
    h5::File file = h5::File::create(beside);
    h5::make_group(file, "/parameters/mdsim");
    h5::write_attribute(file, "/parameters/mdsim", "run_id", owner.run_id);
    write_provenance(file, "/parameters/mdsim/provenance", owner.provenance);
    h5::make_group(file, group);
    for (const NumberTable::Column& column : table.columns) write_column(file, group, column);
    for (const NumberTable::Column& column : table.numbers) write_column(file, group, column);
    file.close();
    const std::string content = read_file(beside);
    write_with_sum(path, bytes_of(content), Durability::process);
}

} // namespace mdsim
