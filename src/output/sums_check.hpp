// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "output/committed_file.hpp"
#include "output/sums_log.hpp"

namespace mdsim {

/// Something in a file of a run that is not as it was written.
struct Damage {
    std::string file;
    std::string what; ///< "frame 12 of /particles/system/position/value"
};

/// What is known of the checksums of a file.
struct FoundSums {
    bool present = false;
    bool has_torn_end = false; ///< as a run that was killed may leave it
    SumsState state;
    std::string run_id;
    std::vector<std::string> wrong; ///< with the checksums themselves
};

/// Reads the checksums that lie beside a file.
FoundSums find_sums(const std::string& path);

/// The same of an HDF5 file: those of the commit at which the file is.
FoundSums find_sums(const CommittedFile& file);

/// Whether a piece of a file is as it was written; a piece that cannot be read is not.
bool is_good(const CommittedFile& file, const SumRecord& record);

/// What a piece is, for messages: frames and rows count from 0, as readers in Python do.
std::string words_for(const SumRecord& record);

/// What a run that goes on knows of a file that it goes on with.
struct EarlierRows {
    std::string path;
    bool has_sums = false;
    std::vector<Damage> damaged;      ///< as far as it was looked for
    std::vector<SumRecord> unchecked; ///< pieces that are left to check; they stay as they are
};

} // namespace mdsim
