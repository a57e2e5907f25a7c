// SPDX-License-Identifier: BSD-3-Clause
#include "output/folder_lock.hpp"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <optional>

#include "core/error.hpp"
#include "output/durable_file.hpp"
#include "output/lock_scope.hpp"
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
    CHECK(lock->doubt().empty());
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

TEST_CASE("a planted link is not followed, and its target stays as it is") {
    const TempDir dir;
    const std::string target = dir.file("precious");
    std::ofstream(target) << "precious";
    const std::string folder = dir.file("run");
    std::filesystem::create_directory(folder);
    const std::string lock_path = folder + "/" + file_name;
    SECTION("symbolic") {
        std::filesystem::create_symlink(target, lock_path);
        CHECK(message_of([&] { FolderLock{folder}; }).find("is a link") != std::string::npos);
    }
    SECTION("to nothing") {
        std::filesystem::create_symlink(dir.file("new"), lock_path);
        CHECK_THROWS_AS(FolderLock(folder), EnvironmentError);
        CHECK_FALSE(std::filesystem::exists(dir.file("new")));
    }
    SECTION("hard") {
        std::filesystem::create_hard_link(target, lock_path);
        CHECK(message_of([&] { FolderLock{folder}; }).find("not the lock file") !=
              std::string::npos);
    }
    SECTION("a pipe in its place") {
        REQUIRE(::mkfifo(lock_path.c_str(), 0600) == 0);
        CHECK_THROWS_AS(FolderLock(folder), EnvironmentError);
    }
    CHECK(read_file(target) == "precious");
}

TEST_CASE("a folder that is not there or no folder cannot be locked") {
    const TempDir dir;
    CHECK_THROWS_AS(FolderLock(dir.file("none")), EnvironmentError);
    std::ofstream(dir.file("file")) << "text";
    CHECK_THROWS_AS(FolderLock(dir.file("file")), EnvironmentError);
}

TEST_CASE("the options of a mount tell whether its locks hold between hosts") {
    const auto doubt = [](const std::string& type, const std::string& options) {
        const std::string text = "22 1 8:1 / / rw,relatime - ext4 /dev/sda1 rw\n"
                                 "90 22 0:51 / /scratch rw,noatime shared:7 - " +
                                 type + " server:/scratch " + options + "\n";
        CHECK(lock_doubt_of(text, "8:1").empty());
        CHECK(lock_doubt_of(text, "0:5").empty());
        return lock_doubt_of(text, "0:51");
    };
    CHECK(doubt("nfs4", "rw,vers=4.2,local_lock=none").empty());
    CHECK(doubt("nfs", "rw,vers=3,local_lock=flock") == "nfs is mounted with local_lock=flock");
    CHECK_FALSE(doubt("nfs", "rw,vers=3,nolock,proto=tcp").empty());
    CHECK(doubt("lustre", "rw,flock,lazystatfs").empty());
    CHECK_FALSE(doubt("lustre", "rw,localflock").empty());
    CHECK(doubt("fuse.sshfs", "rw,user_id=0") == "its file system is fuse.sshfs");
    CHECK(doubt("fuseblk", "rw").empty());
    CHECK(doubt("gpfs", "rw").empty());
    CHECK(doubt("ext4", "rw").empty());
}
