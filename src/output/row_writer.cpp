// SPDX-License-Identifier: BSD-3-Clause
#include "output/row_writer.hpp"

#include <exception>
#include <utility>

#include "core/contract.hpp"
#include "output/hdf5_objects.hpp"

namespace mdsim {

namespace {

constexpr std::chrono::seconds between_shows{1};
constexpr std::size_t most_waiting = 1024; ///< rows

std::string with_unit(const std::string& name, const std::string& unit) {
    return unit.empty() ? name : name + " [" + unit + "]";
}

NumberRows no_rows(std::size_t columns) {
    NumberRows none;
    none.series.resize(columns);
    return none;
}

SeriesFileSetup series_of(const RowSetup& setup) {
    SeriesFileSetup file{setup.hdf5_path,     setup.run_id, "/observables/step",
                         "/observables/time", {},           {}};
    for (const NamedQuantity& column : setup.columns)
        file.series.push_back({"/observables/" + column.name + "/value", ElementType::float64, {}});
    return file;
}

void write_layout(const h5::File& file, const RowSetup& setup) {
    h5::make_group(file, "/h5md");
    h5::write_attribute(file, "/h5md", "version", std::vector<std::int32_t>{1, 1});
    h5::make_group(file, "/h5md/author");
    h5::write_attribute(file, "/h5md/author", "name", std::string("N/A"));
    h5::make_group(file, "/h5md/creator");
    h5::write_attribute(file, "/h5md/creator", "name", std::string("mdsim"));
    h5::write_attribute(file, "/h5md/creator", "version", full_version(setup.provenance));
    write_provenance(file, "/parameters/mdsim/provenance", setup.provenance);
    if (!setup.time_unit.empty())
        h5::write_attribute(file, "/observables/time", "unit", setup.time_unit,
                            h5::StringKind::variable);
    for (const NamedQuantity& column : setup.columns) {
        const std::string group = "/observables/" + column.name;
        h5::link_hard(file, "/observables/step", group + "/step");
        h5::link_hard(file, "/observables/time", group + "/time");
        if (!column.unit.empty())
            h5::write_attribute(file, group + "/value", "unit", column.unit,
                                h5::StringKind::variable);
    }
}

} // namespace

std::string row_header(const RowSetup& setup) {
    std::string header = "step,";
    header.append(with_unit("time", setup.time_unit));
    for (const NamedQuantity& column : setup.columns)
        header.append(1, ',').append(with_unit(column.name, column.unit));
    return header;
}

RowWriter::RowWriter(const RowSetup& setup, CsvTable csv)
    : columns_(setup.columns.size()), csv_(std::move(csv)), alone_(std::make_unique<SingleRank>()),
      waiting_(no_rows(columns_)) {}

RowWriter::~RowWriter() {
    try {
        write_waiting();
    } catch (const std::exception&) {
        // They lie behind the last commit, and what ends the run without finish() was reported.
    }
}

RowWriter RowWriter::create(const RowSetup& setup) {
    RowWriter writer(setup, CsvTable(setup.csv_path, setup.run_id, row_header(setup)));
    const auto layout = [&](const h5::File& file) { write_layout(file, setup); };
    if (!setup.hdf5_path.empty())
        writer.hdf5_.emplace(SeriesFile::create(series_of(setup), layout, *writer.alone_));
    return writer;
}

void RowWriter::expect_resumable(const RowSetup& setup, const ResumePoint& point) {
    CsvTable::expect_resumable(setup.csv_path, setup.run_id, row_header(setup), point);
    if (!setup.hdf5_path.empty())
        SeriesFile::expect_resumable(
            series_of(setup), [](const h5::File&) {}, point);
}

RowWriter RowWriter::resume(const RowSetup& setup, const ResumePoint& point) {
    RowWriter writer(setup, CsvTable(setup.csv_path, setup.run_id, row_header(setup), point));
    if (!setup.hdf5_path.empty())
        writer.hdf5_.emplace(SeriesFile::resume(
            series_of(setup), [](const h5::File&) {}, point, *writer.alone_));
    return writer;
}

void RowWriter::append(Step step, double time, std::span<const double> values) {
    MDSIM_REQUIRE(values.size() == columns_);
    csv_.append(step, time, values);
    if (!hdf5_) return;
    waiting_.steps.push_back(step);
    waiting_.times.push_back(time);
    for (std::size_t i = 0; i < values.size(); ++i) waiting_.series[i].push_back(values[i]);
    const bool show = is_time_to_show();
    if (show || waiting_.steps.size() == most_waiting) write_waiting();
    if (!show) return;
    hdf5_->flush();
    shown_ = std::chrono::steady_clock::now();
}

bool RowWriter::is_time_to_show() const {
    return !shown_ || std::chrono::steady_clock::now() - *shown_ >= between_shows;
}

void RowWriter::write_waiting() {
    if (waiting_.steps.empty()) return;
    MDSIM_EXPECT(hdf5_.has_value());
    const NumberRows rows = std::exchange(waiting_, no_rows(columns_)); // never tried again
    hdf5_->append_rows(rows);
}

void RowWriter::commit() {
    csv_.sync();
    if (!hdf5_) return;
    write_waiting();
    hdf5_->commit();
}

std::vector<EarlierRows> RowWriter::take_earlier() {
    std::vector<EarlierRows> earlier;
    earlier.push_back(csv_.take_earlier());
    if (hdf5_) earlier.push_back(hdf5_->take_earlier());
    return earlier;
}

void RowWriter::finish() {
    csv_.sync();
    if (!hdf5_) return;
    write_waiting();
    hdf5_->finish();
}

} // namespace mdsim
