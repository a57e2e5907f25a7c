// SPDX-License-Identifier: BSD-3-Clause
#include "app/run_files.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <random>
#include <system_error>
#include <variant>
#include <vector>

#include "app/agreement.hpp"
#include "app/cadence.hpp"
#include "app/folder_content.hpp"
#include "core/error.hpp"
#include "output/durable_file.hpp"
#include "output/progress_file.hpp"

namespace mdsim {

namespace {

using Path = std::filesystem::path;

void make_folder(const Path& folder) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error)
        throw EnvironmentError(
            fmt::format("cannot make the output folder {}: {}", folder.string(), error.message()));
}

FolderLock lock_folder(const Path& folder) {
    FolderLock lock(folder.string());
    if (!lock.refusal().empty())
        std::fprintf(stderr,
                     "mdsim: note: the file system of %s has no locks (%s): nothing keeps a second "
                     "run out of this folder\n",
                     folder.c_str(), lock.refusal().c_str());
    return lock;
}

/// The files that the input names. One that is gone on with may be the input.toml of the run
/// itself: what takes its place says the same.
std::vector<Path> files_read(const Config& config, bool with_input) {
    std::vector<Path> files;
    if (with_input) files.push_back(config.source);
    if (config.system.file) files.push_back(config.resolve(config.system.file->path));
    for (const LawSettings& law : config.pair.laws) {
        const auto* table = std::get_if<TableParams>(&law.law);
        if (table != nullptr) files.push_back(config.resolve(table->file));
    }
    return files;
}

/// Whether two names are of one file, also by links.
bool same(const Path& a, const Path& b) {
    std::error_code error;
    return std::filesystem::equivalent(a, b, error);
}

/// Refuses to replace a file that the run reads.
void keep_files_read(const std::vector<Path>& read, const Path& folder,
                     const FolderContent& content) {
    std::vector<Fault> faults;
    for (const Path& file : read)
        for (const std::string& name : content.names)
            if (same(file, folder / name))
                faults.push_back(
                    {folder.string(),
                     fmt::format("the run reads {}, and would replace it by its own {}: give that "
                                 "file another name, or write elsewhere with --output",
                                 file.string(), name)});
    if (!faults.empty()) throw InputError(std::move(faults));
}

/// Whether a path leads through a folder, or is that folder.
bool leads_through(const Path& path, const Path& folder) {
    std::error_code error;
    const Path whole = std::filesystem::canonical(path, error);
    Path part;
    for (const Path& name : whole) {
        part /= name;
        if (same(part, folder)) return true;
    }
    return false;
}

/// Whether a folder holds a file, or the link that the file is named by.
bool holds(const Path& folder, const Path& file) {
    const Path beside = file.has_parent_path() ? file.parent_path() : Path(".");
    return leads_through(file, folder) || leads_through(beside, folder);
}

/// Why a folder must keep its name; empty where it may be renamed.
std::string why_not_moved(const std::vector<Path>& read, const Path& folder) {
    std::error_code error;
    for (const Path& file : read)
        if (holds(folder, file)) return fmt::format("it holds {}", file.string());
    if (leads_through(std::filesystem::current_path(error), folder))
        return "the current folder is in it";
    return {};
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
    if (!obstacle.empty())
        throw InputError(folder.string(),
                         fmt::format("the finished run in this folder cannot be moved aside ({}): "
                                     "write elsewhere with --output, or replace it with "
                                     "--overwrite",
                                     obstacle));
    std::fprintf(stderr, "mdsim: note: the earlier run in %s is now in %s\n", folder.c_str(),
                 name.c_str());
}

[[noreturn]] void refuse(const Path& folder, const FolderContent& content) {
    std::string what = "this folder holds a run that has not finished";
    if (content.occupant == Occupant::unknown)
        what = fmt::format("this folder holds {}, which a run would replace",
                           fmt::join(content.names, ", "));
    else if (!content.has_checkpoint)
        what += ", and has no checkpoint";
    throw InputError(
        folder.string(),
        what + (content.has_checkpoint ? ": continue it with --resume, write " : ": write ") +
            "elsewhere with --output, or replace it with --overwrite");
}

/// Says from the first moment on that there is a run, so that what it leaves is known for what it
/// is.
void announce(const Config& config, const RunFiles& files) {
    Progress progress;
    if (!config.stages.empty()) progress.stage = config.stages.front().name;
    progress.total_steps = Cadence(config).last();
    ProgressFile(files.progress()).write(progress);
}

FolderLock take_folder(const Config& config, const RunFiles& files, bool overwrite) {
    make_folder(files.folder);
    FolderLock lock = lock_folder(files.folder);
    FolderContent content = content_of(files.folder);
    const std::vector<Path> read = files_read(config, true);
    keep_files_read(read, files.folder, content);
    if (!overwrite && content.occupant == Occupant::finished) {
        move_aside(read, files.folder);
        make_folder(files.folder);
        lock = lock_folder(files.folder);
        content = content_of(files.folder);
    }
    if (!overwrite && content.occupant != Occupant::nobody) refuse(files.folder, content);
    for (const std::string& name : content.names) remove_file((files.folder / name).string());
    announce(config, files);
    return lock;
}

/// Enters the folder of a run that is gone on with; where there is none, none is made.
FolderLock enter_folder(const Config& config, const RunFiles& files) {
    std::error_code error;
    if (!std::filesystem::is_directory(files.folder, error))
        throw InputError(files.folder.string(),
                         "there is no such folder with a checkpoint.h5 to go on from; start the "
                         "run anew, without --resume");
    FolderLock lock = lock_folder(files.folder);
    keep_files_read(files_read(config, false), files.folder, content_of(files.folder));
    return lock;
}

} // namespace

FolderLock prepare_folder(const Config& config, const RunFiles& files, EarlierRun earlier,
                          const Communicator& comm) {
    FolderLock lock;
    std::string failure;
    agree_on(comm, [&] {
        if (!comm.is_root()) return;
        try {
            lock = earlier == EarlierRun::continued
                       ? enter_folder(config, files)
                       : take_folder(config, files, earlier == EarlierRun::replaced);
        } catch (const EnvironmentError& error) {
            failure = error.what();
        }
    });
    failure = comm.broadcast(failure);
    if (!failure.empty()) throw EnvironmentError(failure);
    return lock;
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
