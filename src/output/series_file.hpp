// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/ids.hpp"
#include "output/block_write.hpp"
#include "output/file_watch.hpp"
#include "output/resume_point.hpp"
#include "output/series_dataset.hpp"
#include "output/series_sums.hpp"
#include "output/sums_check.hpp"
#include "output/undo_image.hpp"

namespace mdsim {

/// What a SeriesFile holds.
struct SeriesFileSetup {
    std::string path;
    std::string run_id; ///< names this run and no other; kept as an attribute of /parameters/mdsim
    std::string step_path;
    std::string time_path;
    std::vector<SeriesSpec> series;
    std::vector<std::string> arrays; ///< what write_fixed() fills
};

/// Rows whose entry in each series is one number.
struct NumberRows {
    std::vector<Step> steps;
    std::vector<double> times;
    std::vector<std::vector<double>> series; ///< of each series, a number for each row
};

/// An HDF5 file of rows over time which a run that is killed at any instant can go on with.
///
/// A row has a step, a time and an entry in each series. After commit() the rows so far cannot be
/// lost: resume() finds them whatever happened later (see undo_image.hpp). All ranks call every
/// function, in the same order; a failure on one rank must end the others. What writes or commits
/// throws EnvironmentError also where somebody else removed, replaced or cut the file. Beside it
/// lie the checksums of all that was committed (see series_sums.hpp).
class SeriesFile {
  public:
    using Layout = std::function<void(const h5::File&)>;

    /// Makes the file; on rank 0 `layout` fills in everything but the series.
    static SeriesFile create(SeriesFileSetup setup, const Layout& layout, BlockGather& gather);

    /// Opens the file of an earlier part of the run and removes the rows after the resume point.
    ///
    /// On rank 0 `inspect` may look at the file and throw. Throws InputError, on all ranks that
    /// BlockGather::on_root reaches, if the file is not there, belongs to another run, rows are
    /// missing, or its head or index is damaged. Damaged rows do not stop it: see take_earlier().
    static SeriesFile resume(SeriesFileSetup setup, const Layout& inspect, const ResumePoint& point,
                             BlockGather& gather);

    /// Throws what resume() would throw, and leaves the file as it is; one process alone. Of a file
    /// that a killed run left, which resume() would repair, only whether it is there.
    static void expect_resumable(SeriesFileSetup setup, const Layout& inspect,
                                 const ResumePoint& point);

    /// Adds a row; steps must rise. The entries of its series are written next.
    void begin_row(Step step, double time);

    /// Adds rows as a whole, in a file all of whose series hold one number a row; steps must rise.
    /// For each dataset that takes little longer than one row.
    void append_rows(const NumberRows& rows);

    /// Writes an entry from rank 0; `values` matters there only.
    void write_values(std::size_t series, std::span<const double> values);

    /// Writes an entry of one or three numbers an atom.
    void write_atoms(std::size_t series, const IdBlock& block, const BlockArray& array);

    /// Writes a dataset that has no rows and that `layout` made with h5::make_array.
    void write_fixed(const std::string& path, const IdBlock& block, const BlockArray& array);

    /// Hands the rows so far to the operating system.
    void flush();

    /// Flushes and makes the rows so far survive: the death of the process and a power cut.
    void commit();

    /// commit(), then closes; the file needs no undo image any more.
    void finish();

    /// The number of rows; known where the file is open (rank 0, or all ranks of a collective
    /// file).
    std::int64_t rows() const { return rows_; }

    /// Whether this rank hands over the numbers that do not belong to atoms.
    bool is_root() const { return gather_->rank() == 0; }

    const std::string& path() const { return setup_.path; }

    /// What resume() found out about the earlier rows, on rank 0; once.
    EarlierRows take_earlier() { return std::exchange(earlier_, {}); }

  private:
    SeriesFile(SeriesFileSetup setup, BlockGather& gather);

    void open();

    /// Lets rank 0 work on the file. Where that fails, what somebody else did to the file is the
    /// error that counts.
    void explain(const std::function<void()>& work);
    void bring_to(const ResumePoint& point, const Layout& inspect);
    /// Compares head, index, small series and the last frame with their checksums; takes up these.
    void check_earlier(const ResumePoint& point);
    void sort_out(const CommittedFile& file, const SumRecord& record, const ResumePoint& point,
                  std::set<std::uint64_t>& damaged);
    bool is_per_atom(const std::string& series) const;
    /// Whether the steps of the rows themselves are damaged.
    bool lost_steps() const;
    /// The rows to keep; throws InputError where a run cannot go on with the file.
    std::int64_t examine(const h5::File& file, const ResumePoint& point,
                         const Layout& inspect) const;
    /// Throws InputError where the file is not of this run or lacks what it writes.
    void check_run(const h5::File& file) const;
    /// How many rows the run keeps; and an image of the file that holds whatever is removed.
    std::int64_t prepare_cut(const ResumePoint& point, const Layout& inspect) const;
    /// Removes later rows. The file is then closed, and has given back space at its end.
    void cut_to(std::int64_t keep, const ResumePoint& point);
    std::vector<SummedSeries> summed_series(const h5::File& file) const;
    std::vector<std::uint64_t> headers(const h5::File& file) const;
    std::vector<SeriesSpec> all_series() const;
    /// Adds rows without entries in the series.
    void begin_rows(std::span<const Step> steps, std::span<const double> times);

    SeriesFileSetup setup_;
    BlockGather* gather_;
    h5::File file_;
    std::optional<FileWatch> watch_; ///< on rank 0
    std::optional<SeriesSums> sums_; ///< on rank 0
    EarlierRows earlier_;
    std::vector<h5::Handle> datasets_;                    ///< step, time, then the series
    std::vector<std::optional<h5::PackedChunks>> packed_; ///< of each of the series
    std::int64_t rows_ = 0;
    Step last_step_ = -1;       ///< of the rows added here
    std::size_t unwritten_ = 0; ///< about how much the system may still keep from the disk [bytes]
};

} // namespace mdsim
