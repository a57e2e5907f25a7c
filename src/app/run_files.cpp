// SPDX-License-Identifier: BSD-3-Clause
#include "app/run_files.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstdio>
#include <fstream>
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

/// Whether the run that the folder holds came to its end, by its own word.
bool holds_finished_run(const RunFiles& files) {
    std::ifstream in(files.progress());
    const auto progress = nlohmann::json::parse(in, nullptr, false);
    return progress.is_object() && progress.value("state", "") == "finished";
}

/// Gives the folder the first free name of folder.1, folder.2, ...; returns the name, or nothing if
/// that fails.
std::string move_aside(const std::filesystem::path& folder) {
    std::error_code error;
    const std::filesystem::path bare = folder.has_filename() ? folder : folder.parent_path();
    for (int i = 1;; ++i) {
        const std::string name = fmt::format("{}.{}", bare.string(), i);
        if (std::filesystem::exists(name, error)) continue;
        std::filesystem::rename(bare, name, error);
        return error ? std::string() : name;
    }
}

/// Makes room for a new run: a finished one is moved aside, one that can go on stays. Returns
/// whether there is room.
bool make_room(const RunFiles& files) {
    if (!std::filesystem::exists(files.folder / "checkpoint.h5")) return true;
    if (!holds_finished_run(files)) return false;
    const std::string name = move_aside(files.folder);
    if (name.empty()) return false;
    std::fprintf(stderr, "mdsim: note: the earlier run in %s is now in %s\n", files.folder.c_str(),
                 name.c_str());
    return true;
}

} // namespace

void prepare_folder(const RunFiles& files, bool resuming, bool overwrite,
                    const Communicator& comm) {
    std::string failure;
    bool occupied = false;
    if (comm.is_root()) {
        occupied = !resuming && !overwrite && !make_room(files);
        failure = try_folder(files);
        if (failure.empty() && !resuming && !occupied) clear_folder(files.folder);
    }
    failure = comm.broadcast(failure);
    if (!failure.empty()) throw EnvironmentError(failure);
    if (comm.max_of(occupied ? 1 : 0) == 1)
        throw InputError(
            files.folder.string(),
            "this folder holds a run that has not finished: continue it with --resume, write "
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
