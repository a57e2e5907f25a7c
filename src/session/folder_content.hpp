// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace mdsim {

/// Whether a run writes a file of this name into its output folder, also if only for a moment.
bool written_by_runs(const std::string& name);

/// What a new run would find in its output folder.
enum class Occupant {
    nobody,     ///< no file of a run, or those of one that came to nothing
    finished,   ///< a run that came to its end, by its own word
    unfinished, ///< results of a run that stopped, failed or was killed
    unknown     ///< whole files with the names of a run's, but without its progress.json
};

/// The files of a folder that a new run would take the place of.
struct FolderContent {
    Occupant occupant = Occupant::nobody;
    std::vector<std::string> names; ///< sorted
    bool has_checkpoint = false;
    bool failed = false; ///< its run said so
};

/// Looks into a folder; one that is not there is empty.
FolderContent content_of(const std::filesystem::path& folder);

/// What the files of a run in a folder take [bytes].
double bytes_in(const std::filesystem::path& folder);

} // namespace mdsim
