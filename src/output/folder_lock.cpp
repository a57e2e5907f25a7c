// SPDX-License-Identifier: BSD-3-Clause
#include "output/folder_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <string_view>
#include <thread>
#include <utility>

#include "core/error.hpp"
#include "output/durable_file.hpp"
#include "output/lock_scope.hpp"

namespace mdsim {

namespace {

constexpr const char* file_name = ".mdsim-lock";
constexpr int lock_flags = O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;

/// Whether a name in a folder is that of an open file.
bool names(int folder, const std::string& path, int file) {
    struct stat named {};
    struct stat opened {};
    return ::fstatat(folder, path.c_str(), &named, AT_SYMLINK_NOFOLLOW) == 0 &&
           ::fstat(file, &opened) == 0 && named.st_dev == opened.st_dev &&
           named.st_ino == opened.st_ino;
}

/// Locks a file; returns the reason if that fails. A run that was killed a moment ago may have to
/// end its writing first, so a lock that is held is asked for again for half a second.
int try_lock(int file) {
    constexpr int most_tries = 10;
    constexpr std::chrono::milliseconds pause(50);
    for (int i = 0; ::flock(file, LOCK_EX | LOCK_NB) != 0; ++i) {
        if ((errno != EWOULDBLOCK && errno != EINTR) || i == most_tries) return errno;
        std::this_thread::sleep_for(pause);
    }
    return 0;
}

std::string this_host() {
    std::array<char, 256> host{};
    if (::gethostname(host.data(), host.size() - 1) != 0) host[0] = '\0';
    return host.data();
}

/// Leaves word of who holds the lock. The lock holds without it, so a full disk is no fault.
void sign(int file) {
    const std::string text = "process " + std::to_string(::getpid()) + " on " + this_host() + "\n";
    if (::ftruncate(file, 0) != 0) return;
    (void)!::pwrite(file, text.data(), text.size(), 0);
}

/// The word left in the file; empty where there is none.
std::string signature(int file) {
    std::array<char, 320> text{};
    const ssize_t n = ::pread(file, text.data(), text.size(), 0);
    std::string line(text.data(), n > 0 ? static_cast<std::size_t>(n) : 0);
    line.resize(std::min(line.find('\n'), line.size()));
    return line;
}

/// Who holds the lock, by the word left in the file.
std::string holder(int file) {
    const std::string line = signature(file);
    return line.empty() ? "another process" : line;
}

/// The host that the word names, where that is not this one.
std::string other_host_in(const std::string& line) {
    constexpr std::string_view before = " on ";
    const std::size_t at = line.rfind(before);
    if (at == std::string::npos) return {};
    const std::string host = line.substr(at + before.size());
    return host == this_host() ? std::string() : host;
}

/// Whoever can write to the folder may have planted a link, by which a run would write elsewhere.
void expect_lock_file(int file, const std::string& path) {
    struct stat status {};
    if (::fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_nlink <= 1) return;
    throw EnvironmentError(path + ": this is not the lock file of a run: remove it");
}

[[noreturn]] void throw_held(const std::string& folder, const std::string& who) {
    throw InputError(folder, "another run writes to this folder, " + who +
                                 ": wait until it ends, or write elsewhere with --output");
}

void close_if_open(int& descriptor) {
    if (descriptor >= 0) ::close(std::exchange(descriptor, -1));
}

} // namespace

FolderLock::FolderLock(const std::string& folder, const IsWritten& is_written) {
    try {
        // A run that ends removes the file, and one that begins may rename the folder: then what
        // was locked is no longer what others would find here.
        constexpr int most_tries = 1000;
        for (int i = 0; !open(folder) || !lock(folder); ++i) {
            if (i == most_tries) throw EnvironmentError(folder + ": this folder is gone");
            release();
        }
        if (doubt_.empty()) doubt_ = lock_doubt(folder);
        const std::string before = signature(file_);
        if (!doubt_.empty() && !other_host_in(before).empty() && is_written && is_written())
            throw_held(folder, before);
        sign(file_);
    } catch (...) {
        close_if_open(file_);
        close_if_open(folder_);
        throw;
    }
}

void FolderLock::expect_free(const std::string& folder) {
    int file = ::open((folder + "/" + file_name).c_str(), O_RDONLY | lock_flags);
    if (file < 0) return;
    const bool held = ::flock(file, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    const std::string who = held ? holder(file) : "";
    close_if_open(file);
    if (held) throw_held(folder, who);
}

bool FolderLock::is_seen(const std::string& folder) {
    return ::access((folder + "/" + file_name).c_str(), F_OK) == 0;
}

FolderLock& FolderLock::operator=(FolderLock&& other) noexcept {
    if (this == &other) return *this;
    release();
    take_over(other);
    return *this;
}

/// Whether the folder was there; it may be away while another run gives it another name.
bool FolderLock::open(const std::string& folder) {
    folder_ = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder_ < 0 && errno == ENOENT) return false;
    if (folder_ < 0) throw_file_error(folder, "open the folder");
    const std::string path = folder + "/" + file_name;
    file_ = ::openat(folder_, file_name, O_RDWR | O_CREAT | lock_flags, 0666);
    if (file_ < 0 && errno == ENOENT) return false;
    if (file_ < 0 && errno == ELOOP)
        throw EnvironmentError(path + ": this is a link, which no run has made: remove it");
    if (file_ < 0) throw_file_error(path, "write in the output folder");
    expect_lock_file(file_, path);
    return true;
}

/// Whether the file that is open is locked, and still the one that others find.
bool FolderLock::lock(const std::string& folder) {
    const int failure = try_lock(file_);
    if (failure == EWOULDBLOCK) throw_held(folder, holder(file_));
    if (failure != 0) doubt_ = std::string("its file system has none: ") + std::strerror(failure);
    return failure != 0 || names(AT_FDCWD, folder + "/" + file_name, file_);
}

void FolderLock::take_over(FolderLock& other) noexcept {
    folder_ = std::exchange(other.folder_, -1);
    file_ = std::exchange(other.file_, -1);
    doubt_ = std::move(other.doubt_);
}

void FolderLock::release() noexcept {
    if (file_ >= 0 && names(folder_, file_name, file_)) ::unlinkat(folder_, file_name, 0);
    close_if_open(file_);
    close_if_open(folder_);
}

} // namespace mdsim
