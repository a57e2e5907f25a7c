// SPDX-License-Identifier: BSD-3-Clause
#include "session/run_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <random>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

#include "config/correlation_settings.hpp"
#include "config/measure_settings.hpp"
#include "core/agreement.hpp"
#include "core/error.hpp"
#include "guard/regular_file.hpp"
#include "metrics/progress_file.hpp"
#include "output/durable_file.hpp"
#include "output/hdf5.hpp"
#include "session/earlier_run.hpp"
#include "session/folder_content.hpp"
#include "session/folder_rules.hpp"
#include "session/shared_folder.hpp"

namespace mdsim {

std::vector<std::string> row_tables() {
    std::vector<std::string> names{thermo_table};
    const auto add = [&](const auto& section) { names.emplace_back(section.name); };
    std::apply([&](const auto&... section) { (add(section), ...); }, MeasureSections::fields());
    return names;
}

std::vector<std::string> replaced_tables() {
    std::vector<std::string> names{"averages.csv", "rdf.csv"};
    const auto add = [&](std::string_view table) {
        for (const char* end : {".csv", ".h5"}) names.push_back(std::string(table) + end);
    };
    std::apply([&](const auto&... section) { (add(section.name), ...); },
               CorrelationSections::fields());
    add(viscosity_table);
    add(conductivity_table);
    add(profile_table);
    add(structure_factor_table);
    return names;
}

namespace {

using Path = std::filesystem::path;

void make_folder(const Path& folder) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error)
        throw EnvironmentError(
            fmt::format("cannot make the output folder {}: {}", folder.string(), error.message()));
}

/// Whether a run writes to a folder: it replaces its progress.json every second. The file is opened
/// each time, as network file systems ask their server what is new only then.
bool is_written_now(const Path& folder) {
    constexpr int looks = 10;
    constexpr std::chrono::milliseconds pause(500);
    const std::string path = RunFiles{folder}.progress();
    constexpr std::uint64_t most = std::uint64_t{1} << 20;
    const auto look = [&] { return guard::beginning_of(path, most); };
    const std::string before = look();
    for (int i = 0; i < looks && !before.empty(); ++i) {
        std::this_thread::sleep_for(pause);
        if (look() != before) return true;
    }
    return false;
}

FolderLock lock_folder(const Path& folder) {
    FolderLock lock(folder.string(), [&] { return is_written_now(folder); });
    if (!lock.doubt().empty())
        std::fprintf(
            stderr,
            "mdsim: warning: locks in %s may not hold (%s): start no second run there from "
            "another host\n",
            folder.c_str(), lock.doubt().c_str());
    return lock;
}

/// Gives the folder the first free name of folder.1, folder.2, ...; returns the name.
Path renamed(const Path& folder, std::error_code& error) {
    const Path bare = folder.has_filename() ? folder : folder.parent_path();
    for (int i = 1;; ++i) {
        Path name = fmt::format("{}.{}", bare.string(), i);
        std::error_code ignored;
        if (std::filesystem::exists(std::filesystem::symlink_status(name, ignored))) continue;
        std::filesystem::rename(bare, name, error);
        return name;
    }
}

void move_aside(const std::vector<Path>& read, const Path& folder) {
    std::string obstacle = why_not_moved(read, folder);
    Path name;
    if (obstacle.empty()) {
        std::error_code error;
        name = renamed(folder, error);
        if (error) obstacle = error.message();
    }
    if (!obstacle.empty()) throw_not_moved(folder, obstacle);
    std::fprintf(stderr, "mdsim: warning: the earlier run in %s is now in %s\n", folder.c_str(),
                 name.c_str());
}

/// Says from the first moment on that there is a run, so that what it leaves is known for what it
/// is.
void announce(const RunInput& input, const RunFiles& files) {
    RunReadings run;
    if (!input.stages->empty()) run.stage = input.stages->front().name;
    for (const StageSettings& stage : *input.stages) run.last_step += stage.steps;
    ProgressFile(files.progress()).write(run);
}

/// Checkpoints first, then results, and last the input that they came from: if a removal fails,
/// what is left is a run that can be gone on with, or started anew. progress.json stays.
std::vector<std::string> in_order_of_removal(std::vector<std::string> names,
                                             const RunFiles& files) {
    const auto file_name = [](const std::string& path) { return Path(path).filename().string(); };
    std::erase(names, file_name(files.progress()));
    const auto turn = [&](const std::string& name) {
        return name == file_name(files.effective_input()) ? 2 : name.rfind("checkpoint.", 0) != 0;
    };
    std::stable_sort(names.begin(), names.end(),
                     [&](const auto& a, const auto& b) { return turn(a) < turn(b); });
    return names;
}

/// Makes a folder that is locked ready for a new run.
void take_folder(const RunInput& input, const RunFiles& files, bool overwrite, FolderLock& lock) {
    FolderContent content = content_of(files.folder);
    const std::vector<Path> read = files_read_by(*input.system, *input.text, true);
    keep_files_read(read, files.folder, content);
    if (!overwrite && content.occupant == Occupant::finished) {
        move_aside(read, files.folder);
        make_folder(files.folder);
        lock = lock_folder(files.folder);
        content = content_of(files.folder);
    }
    if (!overwrite && content.occupant != Occupant::nobody) throw_occupied(files.folder, content);
    announce(input, files);
    for (const std::string& name : in_order_of_removal(content.names, files))
        remove_file((files.folder / name).string());
}

/// Locks the folder of a run; where there is none to go on with, none is made.
FolderLock enter_folder(const InputText& input, const Path& folder, bool goes_on) {
    std::error_code error;
    if (goes_on && !std::filesystem::is_directory(folder, error))
        throw_nothing_to_resume(input, folder);
    if (!goes_on) make_folder(folder);
    return lock_folder(folder);
}

/// How long hosts may take to show each other a new file: other ranks wait meanwhile.
std::chrono::milliseconds patience(double longest_wait) {
    constexpr double most = 20;
    const double seconds = std::min(most, longest_wait / 2);
    return std::chrono::milliseconds(static_cast<std::int64_t>(1000 * seconds));
}

} // namespace

PreparedFolder prepare_folder(const RunInput& input, const RunFiles& files, EarlierRun requested,
                              const Communicator& comm) {
    PreparedFolder folder;
    do_on_root(comm, [&] {
        folder.lock = enter_folder(*input.text, files.folder, requested == EarlierRun::continued);
    });
    if (h5::parallel_build()) expect_shared(files.folder, comm, patience(input.longest_wait));
    folder.earlier = resolve_on_root(requested, *input.text, files, comm);
    do_on_root(comm, [&] {
        if (folder.earlier == EarlierRun::continued)
            keep_files_read(files_read_by(*input.system, *input.text, false), files.folder,
                            content_of(files.folder));
        else
            take_folder(input, files, folder.earlier == EarlierRun::replaced, folder.lock);
    });
    return folder;
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
