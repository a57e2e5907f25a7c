// SPDX-License-Identifier: BSD-3-Clause
#include "output/durable_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "core/contract.hpp"
#include "core/error.hpp"

namespace mdsim {

namespace {

/// Opens without waiting for the other end of a pipe.
int flags_of(FileMode mode) {
    constexpr int always = O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
    switch (mode) {
    case FileMode::read:
        return always | O_RDONLY;
    case FileMode::update:
        return always | O_RDWR;
    case FileMode::create:
        break;
    }
    return always | O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW;
}

int open_file(const std::string& path, FileMode mode) {
    int descriptor = -1;
    do {
        descriptor = ::open(path.c_str(), flags_of(mode), 0666);
    } while (descriptor < 0 && errno == EINTR);
    return descriptor;
}

/// Opens a file that is new, in place of what has its name; another process may make one meanwhile.
int make_file(const std::string& path) {
    constexpr int most_tries = 100;
    for (int i = 0;; ++i) {
        remove_file(path);
        const int descriptor = open_file(path, FileMode::create);
        if (descriptor >= 0 || errno != EEXIST || i == most_tries) return descriptor;
    }
}

void rename_file(const std::string& from, const std::string& to) {
    if (std::rename(from.c_str(), to.c_str()) != 0)
        throw_file_error(to, "put the new content in place");
}

bool is_regular(int descriptor) {
    struct stat status {};
    return ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
}

} // namespace

void throw_file_error(const std::string& path, const std::string& action) {
    const int code = errno;
    throw EnvironmentError(path + ": cannot " + action + ": " + std::strerror(code));
}

PosixFile::PosixFile(std::string path, FileMode mode) : path_(std::move(path)) {
    const bool make = mode == FileMode::create;
    if (mode == FileMode::update) refuse_foreign_link(path_);
    descriptor_ = make ? make_file(path_) : open_file(path_, mode);
    if (descriptor_ < 0) throw_file_error(path_, make ? "create" : "open");
    if (is_regular(descriptor_)) return;
    ::close(std::exchange(descriptor_, -1));
    throw EnvironmentError(path_ + ": this is a folder, a pipe or a device, not a file");
}

PosixFile::~PosixFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

PosixFile::PosixFile(PosixFile&& other) noexcept
    : path_(std::move(other.path_)), descriptor_(std::exchange(other.descriptor_, -1)) {}

std::uint64_t PosixFile::size() const {
    MDSIM_EXPECT(descriptor_ >= 0);
    struct stat status {};
    if (::fstat(descriptor_, &status) != 0) throw_file_error(path_, "ask the size");
    return static_cast<std::uint64_t>(status.st_size);
}

void PosixFile::read_at(std::uint64_t offset, std::span<std::byte> bytes) const {
    MDSIM_EXPECT(descriptor_ >= 0);
    while (!bytes.empty()) {
        const ssize_t n =
            ::pread(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) throw_file_error(path_, "read");
        if (n == 0)
            throw EnvironmentError(path_ + ": the file ends at byte " + std::to_string(offset) +
                                   ", more was expected");
        bytes = bytes.subspan(static_cast<std::size_t>(n));
        offset += static_cast<std::uint64_t>(n);
    }
}

void PosixFile::write_at(std::uint64_t offset, std::span<const std::byte> bytes) {
    MDSIM_EXPECT(descriptor_ >= 0);
    while (!bytes.empty()) {
        const ssize_t n =
            ::pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) throw_file_error(path_, "write");
        if (n == 0) throw EnvironmentError(path_ + ": the system takes no more bytes");
        bytes = bytes.subspan(static_cast<std::size_t>(n));
        offset += static_cast<std::uint64_t>(n);
    }
}

void PosixFile::truncate(std::uint64_t size) {
    MDSIM_EXPECT(descriptor_ >= 0);
    if (::ftruncate(descriptor_, static_cast<off_t>(size)) != 0)
        throw_file_error(path_, "change the size");
}

void PosixFile::start_writing() const {
#if defined(__linux__)
    // A request: where it is refused, sync() does all of the work.
    (void)::sync_file_range(descriptor_, 0, 0, SYNC_FILE_RANGE_WRITE);
#endif
}

void PosixFile::sync() {
    MDSIM_EXPECT(descriptor_ >= 0);
    if (::fsync(descriptor_) != 0) throw_file_error(path_, "bring to the disk");
}

void PosixFile::close() {
    const int descriptor = std::exchange(descriptor_, -1);
    if (descriptor >= 0 && ::close(descriptor) != 0 && errno != EINTR)
        throw_file_error(path_, "close");
}

std::string folder_of(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    if (slash == std::string::npos) return ".";
    return slash == 0 ? "/" : path.substr(0, slash);
}

bool file_exists(const std::string& path) { return ::access(path.c_str(), F_OK) == 0; }

std::optional<FileIdentity> identity_of(const std::string& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) return std::nullopt;
    constexpr std::int64_t second = 1000000000; // [ns]
    return FileIdentity{status.st_dev, status.st_ino, status.st_size,
                        status.st_mtim.tv_sec * second + status.st_mtim.tv_nsec};
}

void refuse_foreign_link(const std::string& path) {
    struct stat status {};
    if (::lstat(path.c_str(), &status) != 0 || !S_ISLNK(status.st_mode)) return;
    if (status.st_uid == ::geteuid() || status.st_uid == 0) return;
    throw EnvironmentError(path + ": this is a link that another user has made, so it is not "
                                  "followed: remove it, or write elsewhere with --output");
}

void remove_file(const std::string& path) {
    if (::unlink(path.c_str()) != 0 && errno != ENOENT) throw_file_error(path, "remove");
}

void replace_file(const std::string& from, const std::string& to) {
    MDSIM_EXPECT(folder_of(from) == folder_of(to)); // the one that reaches the disk
    rename_file(from, to);
    sync_folder(folder_of(to));
}

void sync_folder(const std::string& folder) {
    const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) throw_file_error(folder, "open the folder");
    const int result = ::fsync(descriptor);
    const int code = errno;
    ::close(descriptor);
    // Some network file systems cannot sync a folder and say EINVAL; nothing more can be done
    // there.
    if (result != 0 && code != EINVAL) {
        errno = code;
        throw_file_error(folder, "bring the folder to the disk");
    }
}

void write_atomically(const std::string& path, std::span<const std::byte> content,
                      Durability durability) {
    const std::string beside = path + ".tmp";
    try {
        PosixFile file(beside, FileMode::create);
        file.write_at(0, content);
        if (durability == Durability::power) file.sync();
        file.close();
        rename_file(beside, path);
    } catch (...) {
        ::unlink(beside.c_str());
        throw;
    }
    if (durability == Durability::power) sync_folder(folder_of(path));
}

std::string read_file(const std::string& path) {
    const PosixFile file(path, FileMode::read);
    std::string content(static_cast<std::size_t>(file.size()), '\0');
    file.read_at(0, std::as_writable_bytes(std::span<char>(content.data(), content.size())));
    return content;
}

} // namespace mdsim
