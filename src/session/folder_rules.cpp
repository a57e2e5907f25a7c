// SPDX-License-Identifier: BSD-3-Clause
#include "session/folder_rules.hpp"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <system_error>
#include <variant>

#include "config/force_files.hpp"
#include "core/error.hpp"

namespace mdsim {

namespace {

using Path = std::filesystem::path;

/// Whether two names are of one file, also by links.
bool same(const Path& a, const Path& b) {
    std::error_code error;
    return std::filesystem::equivalent(a, b, error);
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

/// The folder that the input lies in, where that is another one with a checkpoint.
std::optional<Path> run_beside(const InputText& input, const Path& folder) {
    const Path parent = input.source.parent_path();
    const Path home = parent.empty() ? Path(".") : parent;
    if (same(home, folder) || !content_of(home).has_checkpoint) return std::nullopt;
    return home;
}

} // namespace

std::vector<Path> files_read_by(const SystemSections& sections, const InputText& input,
                                bool with_input) {
    std::vector<Path> files;
    if (with_input) files.push_back(input.source);
    if (sections.system.file) files.push_back(input.resolve(sections.system.file->path));
    for (const std::string* const file : force_files(sections))
        files.push_back(input.resolve(*file));
    return files;
}

void keep_files_read(const std::vector<Path>& read, const Path& folder,
                     const FolderContent& content) {
    std::vector<Diagnostic> errors;
    for (const Path& file : read)
        for (const std::string& name : content.names)
            if (same(file, folder / name))
                errors.push_back(
                    {folder.string(),
                     fmt::format("the run reads {}, and would replace it by its own {}: give that "
                                 "file another name, or write elsewhere with --output",
                                 file.string(), name)});
    if (!errors.empty()) throw InputError(std::move(errors));
}

std::string why_not_moved(const std::vector<Path>& read, const Path& folder) {
    std::error_code error;
    for (const Path& file : read)
        if (holds(folder, file)) return fmt::format("it holds {}", file.string());
    if (leads_through(std::filesystem::current_path(error), folder))
        return "the current folder is in it";
    return {};
}

void throw_not_moved(const Path& folder, const std::string& obstacle) {
    throw InputError(folder.string(),
                     fmt::format("the finished run in this folder cannot be moved aside ({}): "
                                 "write elsewhere with --output, or replace it with "
                                 "--overwrite",
                                 obstacle));
}

void throw_occupied(const Path& folder, const FolderContent& content) {
    std::string what = "this folder holds a run that has not finished";
    if (content.occupant == Occupant::unknown)
        what = fmt::format("this folder holds {}, which a run would replace",
                           fmt::join(content.names, ", "));
    else if (!content.has_checkpoint)
        what += ", and has no checkpoint";
    const char* const way_on = content.has_checkpoint ? ": continue it with --resume, write "
                               : content.occupant == Occupant::unfinished && !content.failed
                                   ? ": begin it again with --resume=auto, write "
                                   : ": write ";
    throw InputError(folder.string(),
                     std::string(what) + way_on +
                         "elsewhere with --output, or replace it with --overwrite");
}

void throw_nothing_to_resume(const InputText& input, const Path& folder) {
    const std::optional<Path> beside = run_beside(input, folder);
    throw InputError(folder.string(),
                     "there is no such folder with a checkpoint.h5 to go on from; " +
                         (beside ? fmt::format("the input lies in a folder that has one: add "
                                               "--output {}",
                                               beside->string())
                                 : "start the run anew, without --resume or with "
                                   "--resume=auto"));
}

void expect_no_run_beside(const InputText& input, const Path& folder) {
    const std::optional<Path> beside = run_beside(input, folder);
    if (!beside) return;
    throw InputError(folder.string(),
                     fmt::format("there is no run here, but the input lies in the folder of one "
                                 "that can go on: add --output {} to continue it, or leave out "
                                 "--resume=auto to begin another",
                                 beside->string()));
}

} // namespace mdsim
