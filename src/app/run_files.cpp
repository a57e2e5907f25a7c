// SPDX-License-Identifier: BSD-3-Clause
#include "app/run_files.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <random>
#include <system_error>
#include <vector>

#include "core/error.hpp"

namespace mdsim {

namespace {

std::string try_folder(const RunFiles& files) {
    std::error_code error;
    std::filesystem::create_directories(files.folder, error);
    if (error)
        return fmt::format("cannot make the output folder {}: {}", files.folder.string(),
                           error.message());
    const std::string probe = (files.folder / ".write-probe").string();
    std::FILE* file = std::fopen(probe.c_str(), "w");
    if (file == nullptr)
        return fmt::format("cannot write in the output folder {}: choose another with --output",
                           files.folder.string());
    std::fclose(file);
    std::remove(probe.c_str());
    return {};
}

/// Whether a file of the output folder was written by a run.
bool written_by_runs(const std::string& name) {
    static const char* const names[] = {"trajectory.h5md", "thermo.csv",    "thermo.h5",
                                        "rdf.csv",         "progress.json", "summary.json",
                                        "input.toml",      "checkpoint"};
    for (const char* const start : names) {
        if (name.rfind(start, 0) == 0) return true;
    }
    return false;
}

/// Removes what an earlier run left, so that nothing of it can be taken for this one's.
void clear_folder(const std::filesystem::path& folder) {
    std::error_code error;
    std::vector<std::filesystem::path> old;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
        if (entry.is_regular_file(error) && written_by_runs(entry.path().filename().string()))
            old.push_back(entry.path());
    }
    for (const std::filesystem::path& path : old) std::filesystem::remove(path, error);
}

} // namespace

void prepare_folder(const RunFiles& files, bool resuming, bool overwrite,
                    const Communicator& comm) {
    std::string failure;
    bool occupied = false;
    if (comm.is_root()) {
        failure = try_folder(files);
        occupied =
            !resuming && !overwrite && std::filesystem::exists(files.folder / "checkpoint.h5");
        if (failure.empty() && !resuming && !occupied) clear_folder(files.folder);
    }
    failure = comm.broadcast(failure);
    if (!failure.empty()) throw EnvironmentError(failure);
    if (comm.max_of(occupied ? 1 : 0) == 1)
        throw InputError(files.folder.string(),
                         "this folder holds a run that can go on: continue it with --resume, write "
                         "elsewhere with --output, or replace it with --overwrite");
}

std::string new_run_id(const Communicator& comm) {
    std::string id;
    if (comm.is_root()) {
        std::random_device device;
        id = fmt::format("{:08x}{:08x}", device(), device());
    }
    return comm.broadcast(id);
}

} // namespace mdsim
