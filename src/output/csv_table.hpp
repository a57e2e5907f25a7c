// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include "core/ids.hpp"
#include "output/checksum.hpp"
#include "output/durable_file.hpp"
#include "output/file_watch.hpp"
#include "output/resume_point.hpp"
#include "output/sums_check.hpp"
#include "output/sums_log.hpp"

namespace mdsim {

/// A text table, one line a row: "step,time [ps],temperature [K]".
///
/// Numbers have the fewest digits that give the same double back. Each row reaches the operating
/// system at once, so readers may follow the file.
class CsvTable {
  public:
    /// Starts a new file with this header line.
    CsvTable(const std::string& path, const std::string& run_id, const std::string& header);

    /// Goes on with a file that has this header, removing the rows after the resume point and a
    /// last row that is incomplete. Throws InputError if header or rows are not as expected; rows
    /// that are damaged, as their checksums show, do not stop it: see take_earlier().
    CsvTable(const std::string& path, const std::string& run_id, const std::string& header,
             const ResumePoint& point);

    /// Throws what going on with the file would throw, and leaves it as it is.
    static void expect_resumable(const std::string& path, const std::string& run_id,
                                 const std::string& header, const ResumePoint& point);

    /// Adds a row; steps must rise. Throws EnvironmentError also where somebody else removed,
    /// replaced or cut the file.
    void append(Step step, double time, std::span<const double> values);

    /// Makes the rows so far survive a power cut; throws as append() does.
    void sync();

    std::int64_t rows() const { return rows_; }

    /// What is known of the earlier rows of a file that a run goes on with; once.
    EarlierRows take_earlier() { return std::exchange(earlier_, {}); }

  private:
    struct Kept;
    CsvTable(const std::string& path, const std::string& run_id, const std::string& header,
             Kept kept);
    static Kept rows_to_keep(const std::string& path, const std::string& run_id,
                             const std::string& header, const ResumePoint& point);
    void begin_group();
    void end_group();

    PosixFile file_;
    FileWatch watch_;
    SumsLog sums_;
    EarlierRows earlier_;
    SumRecord group_; ///< rows that have no checksum yet
    Checksum group_sum_;
    std::string line_;      ///< of the row in hand; keeps its memory
    std::uint64_t end_ = 0; ///< size of the file [bytes]
    std::int64_t rows_ = 0;
    Step last_step_ = -1; ///< of the rows added here
};

} // namespace mdsim
