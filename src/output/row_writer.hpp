// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "output/csv_table.hpp"
#include "output/h5md_setup.hpp"
#include "output/series_file.hpp"

namespace mdsim {

/// What a table of rows over time holds beside step and time, and where it goes.
struct RowSetup {
    std::string csv_path;
    std::string hdf5_path; ///< the same numbers; empty: not wanted
    std::string run_id;
    std::string time_unit; ///< empty: none
    std::vector<NamedQuantity> columns;
    Provenance provenance; ///< of the program that begins the file
};

/// Writes a table such as thermo.csv and, with equal content, thermo.h5; one process alone does it.
///
/// Readers of the text see each row at once. Those of HDF5 see the first row at once, and others
/// with the first that comes a second or more after they were last shown some: to write out the
/// metadata of every column takes longer than a row. Until then rows wait in memory, as HDF5 takes
/// longer for each column of a row than the text for the whole of it.
class RowWriter {
  public:
    /// Starts new files, replacing those of that name.
    static RowWriter create(const RowSetup& setup);

    /// Hands rows that still wait to HDF5, which can no longer report a failure.
    ~RowWriter();
    RowWriter(RowWriter&&) = default;
    RowWriter(const RowWriter&) = delete;
    RowWriter& operator=(RowWriter&&) = delete;
    RowWriter& operator=(const RowWriter&) = delete;

    /// Goes on behind the row at or before the resume point; see CsvTable and SeriesFile.
    static RowWriter resume(const RowSetup& setup, const ResumePoint& point);

    /// Throws what resume() would throw, and leaves the files as they are.
    static void expect_resumable(const RowSetup& setup, const ResumePoint& point);

    /// Writes a row, values in the order of the columns; steps must rise.
    void append(Step step, double time, std::span<const double> values);

    /// Makes the rows so far survive; to be called before a checkpoint of this step is written.
    void commit();

    /// Commits and closes.
    void finish();

    std::int64_t rows() const { return csv_.rows(); }

    /// What resume() found out about the earlier rows of both files; once.
    std::vector<EarlierRows> take_earlier();

  private:
    RowWriter(const RowSetup& setup, CsvTable csv);
    /// Whether it is time for readers to see the rows of HDF5.
    bool is_time_to_show() const;
    /// Hands the rows that wait to HDF5, which need not show them.
    void write_waiting();

    std::size_t columns_;
    CsvTable csv_;
    std::unique_ptr<SingleRank> alone_;
    std::optional<SeriesFile> hdf5_;
    NumberRows waiting_;                                         ///< for HDF5
    std::optional<std::chrono::steady_clock::time_point> shown_; ///< when readers were shown rows
};

/// The header line of the table of text, without its line end.
std::string row_header(const RowSetup& setup);

} // namespace mdsim
