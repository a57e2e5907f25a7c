// SPDX-License-Identifier: BSD-3-Clause
#include "session/shared_folder.hpp"

#include <fmt/format.h>

#include <thread>

#include "core/agreement.hpp"
#include "core/error.hpp"
#include "machine/host_name.hpp"
#include "output/folder_lock.hpp"

namespace mdsim {

namespace {

bool becomes_visible(const std::filesystem::path& folder, std::chrono::milliseconds patience) {
    const auto end = std::chrono::steady_clock::now() + patience;
    while (!FolderLock::is_seen(folder.string())) {
        if (std::chrono::steady_clock::now() >= end) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    return true;
}

} // namespace

void expect_shared(const std::filesystem::path& folder, const Communicator& comm,
                   std::chrono::milliseconds patience) {
    agree_on(comm, [&] {
        if (becomes_visible(folder, patience)) return;
        throw InputError(folder.string(),
                         fmt::format("rank {} on {} does not see this output folder: all ranks "
                                     "write into its files, so it must lie on a file system that "
                                     "their hosts share",
                                     comm.rank(), host_name()));
    });
}

} // namespace mdsim
