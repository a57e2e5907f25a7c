// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "output/sums_check.hpp"

namespace mdsim {

/// What a look at one file of a run found.
struct FileFindings {
    std::string name;                     ///< inside the folder
    std::vector<std::string> damaged;     ///< rows, places or reasons
    std::vector<std::string> not_covered; ///< what no checksum covers
    std::string run_id;                   ///< of the run that it belongs to; empty where not known
    std::int64_t rows = -1;               ///< with checksums; negative: it has none
    std::uint64_t checked_bytes = 0;
};

/// Called now and then with how much of a file was looked at, from 0 to 1.
using CheckProgress = std::function<void(double)>;

/// Compares an HDF5 file of series, as its last commit left it, with its checksums.
/// A run that was killed may have torn the list of these.
FileFindings check_series_file(const std::string& path, bool killed, const CheckProgress& progress);

/// Compares a table with its checksums; a run that was killed may have added rows behind them.
FileFindings check_table(const std::string& path, bool killed, const CheckProgress& progress);

/// Checks the seal of a checkpoint, which covers all of its bytes.
FileFindings check_checkpoint(const std::string& path);

/// Compares a file that is replaced as a whole with the last checksum of its name; where the run
/// was killed, with the last two.
FileFindings check_whole_file(const std::string& path, const std::vector<SumRecord>& sums,
                              bool killed);

} // namespace mdsim
