// SPDX-License-Identifier: BSD-3-Clause
#include "output/durable_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "core/error.hpp"

namespace mdsim {

namespace {

int flags_of(FileMode mode) {
    switch (mode) {
    case FileMode::read:
        return O_RDONLY | O_CLOEXEC;
    case FileMode::update:
        return O_RDWR | O_CLOEXEC;
    case FileMode::create:
        break;
    }
    return O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC;
}

} // namespace

void throw_file_error(const std::string& path, const std::string& action) {
    const int code = errno;
    throw EnvironmentError(path + ": cannot " + action + ": " + std::strerror(code));
}

PosixFile::PosixFile(std::string path, FileMode mode) : path_(std::move(path)) {
    do {
        descriptor_ = ::open(path_.c_str(), flags_of(mode), 0666);
    } while (descriptor_ < 0 && errno == EINTR);
    if (descriptor_ < 0) throw_file_error(path_, mode == FileMode::create ? "create" : "open");
}

PosixFile::~PosixFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

PosixFile::PosixFile(PosixFile&& other) noexcept
    : path_(std::move(other.path_)), descriptor_(std::exchange(other.descriptor_, -1)) {}

std::uint64_t PosixFile::size() const {
    struct stat status {};
    if (::fstat(descriptor_, &status) != 0) throw_file_error(path_, "ask the size");
    return static_cast<std::uint64_t>(status.st_size);
}

void PosixFile::read_at(std::uint64_t offset, std::span<std::byte> bytes) const {
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
    while (!bytes.empty()) {
        const ssize_t n =
            ::pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) throw_file_error(path_, "write");
        bytes = bytes.subspan(static_cast<std::size_t>(n));
        offset += static_cast<std::uint64_t>(n);
    }
}

void PosixFile::truncate(std::uint64_t size) {
    if (::ftruncate(descriptor_, static_cast<off_t>(size)) != 0)
        throw_file_error(path_, "change the size");
}

void PosixFile::start_writing() const {
#if defined(__linux__)
    // A wish: where it is refused, sync() does all of the work.
    (void)::sync_file_range(descriptor_, 0, 0, SYNC_FILE_RANGE_WRITE);
#endif
}

void PosixFile::sync() {
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

void remove_file(const std::string& path) {
    if (::unlink(path.c_str()) != 0 && errno != ENOENT) throw_file_error(path, "remove");
}

void replace_file(const std::string& from, const std::string& to) {
    if (std::rename(from.c_str(), to.c_str()) != 0)
        throw_file_error(to, "put the new content in place");
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
    } catch (...) {
        ::unlink(beside.c_str());
        throw;
    }
    if (durability == Durability::power)
        replace_file(beside, path);
    else if (std::rename(beside.c_str(), path.c_str()) != 0)
        throw_file_error(path, "put the new content in place");
}

std::string read_file(const std::string& path) {
    const PosixFile file(path, FileMode::read);
    std::string content(static_cast<std::size_t>(file.size()), '\0');
    file.read_at(0, std::as_writable_bytes(std::span<char>(content.data(), content.size())));
    return content;
}

} // namespace mdsim
