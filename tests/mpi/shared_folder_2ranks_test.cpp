// SPDX-License-Identifier: BSD-3-Clause
#include <unistd.h>

#include <filesystem>

#include "core/error.hpp"
#include "output/folder_lock.hpp"
#include "session/shared_folder.hpp"
#include "support/catch.hpp"

using namespace mdsim;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

TEST_CASE("a folder that one rank does not see is refused by all") {
    const Communicator comm = Communicator::world();
    const fs::path own = fs::temp_directory_path() / ("mdsim-shared-" + std::to_string(::getpid()));
    const std::string name = comm.broadcast(own.string());
    FolderLock lock;
    if (comm.is_root()) {
        fs::create_directories(name);
        lock = FolderLock(name);
    }
    CHECK_NOTHROW(expect_shared(name, comm, 2s));
    const std::string mine = comm.is_root() ? name : name + "-elsewhere";
    try {
        expect_shared(mine, comm, 100ms);
        FAIL("rank 1 sees a folder that is not there");
    } catch (const InputError& error) {
        CHECK(std::string(error.what()).find("rank 1 on ") != std::string::npos);
    }
    if (comm.is_root()) {
        lock = FolderLock();
        fs::remove_all(name);
    }
}
