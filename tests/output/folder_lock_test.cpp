// SPDX-License-Identifier: BSD-3-Clause
#include "output/folder_lock.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <optional>

#include "core/error.hpp"
#include "output/output_support.hpp"
#include "support/catch.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

constexpr const char* file_name = ".mdsim-lock";

/// Why a folder cannot be locked; empty where it can.
std::string refused(const std::string& folder) {
    try {
        const FolderLock lock(folder);
    } catch (const InputError& error) {
        return error.what();
    }
    return {};
}

} // namespace

TEST_CASE("a folder is locked once, and the holder is named") {
    const TempDir dir;
    std::optional<FolderLock> lock(dir.path());
    CHECK(lock->refusal().empty());
    const std::string words = refused(dir.path());
    CHECK(words.find("process " + std::to_string(::getpid()) + " on ") != std::string::npos);
    CHECK(words.find(dir.path()) == 0);
    FolderLock moved = std::move(*lock);
    lock.reset();
    CHECK_FALSE(refused(dir.path()).empty());
    moved = FolderLock();
    CHECK_FALSE(std::filesystem::exists(dir.file(file_name)));
    CHECK(refused(dir.path()).empty());
}

TEST_CASE("a lock follows its folder to another name") {
    const TempDir dir;
    const std::string folder = dir.file("run");
    const std::string aside = dir.file("run.1");
    std::filesystem::create_directory(folder);
    FolderLock lock(folder);
    std::filesystem::rename(folder, aside);
    CHECK_FALSE(refused(aside).empty());
    std::filesystem::create_directory(folder);
    lock = FolderLock(folder);
    CHECK(std::filesystem::is_empty(aside));
    CHECK_FALSE(refused(folder).empty());
    CHECK(refused(aside).empty());
}

TEST_CASE("the lock of a process that was killed is no obstacle") {
    const TempDir dir;
    const int status = in_child([&] {
        const FolderLock lock(dir.path());
        ::kill(::getpid(), SIGKILL);
    });
    CHECK(WIFSIGNALED(status));
    CHECK(std::filesystem::exists(dir.file(file_name)));
    CHECK(refused(dir.path()).empty());
    std::ofstream(dir.file(file_name)) << "what others wrote";
    CHECK(refused(dir.path()).empty());
}

TEST_CASE("a folder that is not there or no folder cannot be locked") {
    const TempDir dir;
    CHECK_THROWS_AS(FolderLock(dir.file("none")), EnvironmentError);
    std::ofstream(dir.file("file")) << "text";
    CHECK_THROWS_AS(FolderLock(dir.file("file")), EnvironmentError);
}
