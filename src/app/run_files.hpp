// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>

#include "core/communicator.hpp"

namespace mdsim {

/// The files of a run, all in its output folder.
struct RunFiles {
    std::filesystem::path folder;

    std::string trajectory() const { return (folder / "trajectory.h5md").string(); }
    std::string thermo_csv() const { return (folder / "thermo.csv").string(); }
    std::string thermo_hdf5() const { return (folder / "thermo.h5").string(); }
    std::string rdf() const { return (folder / "rdf.csv").string(); }
    std::string progress() const { return (folder / "progress.json").string(); }
    std::string effective_input() const { return (folder / "input.toml").string(); }
};

/// Makes the output folder and tries to write in it; on rank 0, agreed with all ranks.
///
/// A finished run in that folder is moved aside first. Throws EnvironmentError if the folder cannot
/// be used, and InputError if a new run would take the place of one that has not finished.
void prepare_folder(const RunFiles& files, bool resuming, bool overwrite, const Communicator& comm);

/// A random name for a run, the same on every rank.
std::string new_run_id(const Communicator& comm);

} // namespace mdsim
