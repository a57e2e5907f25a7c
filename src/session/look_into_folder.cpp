// SPDX-License-Identifier: BSD-3-Clause
#include "session/look_into_folder.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>

#include "core/agreement.hpp"
#include "core/contract.hpp"
#include "core/error.hpp"
#include "machine/free_space.hpp"
#include "output/folder_lock.hpp"
#include "session/folder_content.hpp"
#include "session/folder_rules.hpp"

namespace mdsim {

namespace {

using Path = std::filesystem::path;

/// Why files cannot be made in a folder; empty where they can.
std::string why_not_written(const Path& folder) {
    std::error_code error;
    if (!std::filesystem::is_directory(folder, error)) return std::strerror(ENOTDIR);
    return ::access(folder.c_str(), W_OK | X_OK) == 0 ? "" : std::strerror(errno);
}

void look_above(const Path& folder) {
    const Path above = nearest_folder(folder);
    const std::string why = why_not_written(above);
    if (!why.empty())
        throw EnvironmentError(fmt::format("cannot make the output folder {}: {}: {}",
                                           folder.string(), above.string(), why));
}

/// What becomes of an earlier run in a folder that a new one takes.
void look_at_earlier_run(const SystemSections& sections, const InputText& input, const Path& folder,
                         const FolderContent& content) {
    if (content.occupant == Occupant::finished) {
        std::string obstacle = why_not_moved(files_read_by(sections, input, true), folder);
        const Path bare = folder.has_filename() ? folder : folder.parent_path();
        if (obstacle.empty()) obstacle = why_not_written(nearest_folder(bare / ".."));
        if (!obstacle.empty()) throw_not_moved(folder, obstacle);
    } else if (content.occupant != Occupant::nobody) {
        throw_occupied(folder, content);
    }
}

void look(const SystemSections& sections, const InputText& input, const Path& folder,
          EarlierRun earlier) {
    std::error_code error;
    if (!std::filesystem::is_directory(folder, error)) {
        if (earlier == EarlierRun::continued) throw_nothing_to_resume(input, folder);
        return look_above(folder);
    }
    if (const std::string why = why_not_written(folder); !why.empty())
        throw EnvironmentError(
            fmt::format("{}: cannot write in the output folder: {}", folder.string(), why));
    FolderLock::expect_free(folder.string());
    const FolderContent content = content_of(folder);
    keep_files_read(files_read_by(sections, input, earlier != EarlierRun::continued), folder,
                    content);
    if (earlier == EarlierRun::moved_aside) look_at_earlier_run(sections, input, folder, content);
}

} // namespace

void look_into_folder(const SystemSections& sections, const InputText& input, const RunFiles& files,
                      EarlierRun earlier, const Communicator& comm) {
    MDSIM_EXPECT(earlier != EarlierRun::continued_if_started);
    do_on_root(comm, [&] { look(sections, input, files.folder, earlier); });
}

} // namespace mdsim
