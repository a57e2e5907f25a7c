// SPDX-License-Identifier: BSD-3-Clause
#include "guard/regular_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "core/error.hpp"

namespace mdsim::guard {

namespace {

[[noreturn]] void fail_to_open(const std::string& path) {
    throw InputError(path, errno == ENOENT
                               ? std::string("cannot be opened: there is no such file")
                               : std::string("cannot be opened: ") + std::strerror(errno));
}

/// What a path leads to that is no regular file.
const char* kind_of(mode_t mode) {
    if (S_ISDIR(mode)) return "a folder";
    if (S_ISFIFO(mode)) return "a pipe";
    return S_ISSOCK(mode) ? "a socket" : "a device";
}

void refuse_other_kinds(const std::string& path, mode_t mode) {
    if (S_ISREG(mode)) return;
    throw InputError(path, std::string("is not a regular file but ") + kind_of(mode) +
                               "; give the path of a file" +
                               (S_ISDIR(mode) ? "" : ", or save first what it would give"));
}

/// What a disk holds of a file; small ones may lie beside the blocks that are counted [bytes].
std::uint64_t allocated_bytes(const struct stat& status) {
    constexpr std::uint64_t block = 512; // of st_blocks, on any disk
    const auto size = static_cast<std::uint64_t>(status.st_size);
    const auto blocks = static_cast<std::uint64_t>(status.st_blocks);
    return blocks == 0 ? size : std::min(size, blocks * block);
}

void refuse_holes(const std::string& path, std::uint64_t size, std::uint64_t allocated) {
    constexpr std::uint64_t least_share = 1032; // a disk that compresses makes no less of anything
    constexpr std::uint64_t free_bytes = std::uint64_t{1} << 26;
    if (size <= free_bytes || size / least_share <= allocated) return;
    throw InputError(path, "is " + std::to_string(size) + " bytes long, but holds only " +
                               std::to_string(allocated) +
                               " bytes on its disk; the rest was never written");
}

} // namespace

RegularFile::RegularFile(const std::string& path) : RegularFile() {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) fail_to_open(path);
    refuse_other_kinds(path, status.st_mode); // before it is opened: devices notice that
    descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (descriptor_ < 0 || ::fstat(descriptor_, &status) != 0) fail_to_open(path);
    refuse_other_kinds(path, status.st_mode);
    size_ = static_cast<std::uint64_t>(status.st_size);
    allocated_ = allocated_bytes(status);
    refuse_holes(path, size_, allocated_);
    device_ = static_cast<std::uint64_t>(status.st_dev);
    node_ = static_cast<std::uint64_t>(status.st_ino);
}

RegularFile::~RegularFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

bool RegularFile::is_same(int descriptor) const {
    struct stat status {};
    return ::fstat(descriptor, &status) == 0 &&
           static_cast<std::uint64_t>(status.st_dev) == device_ &&
           static_cast<std::uint64_t>(status.st_ino) == node_;
}

bool RegularFile::read_at(std::uint64_t offset, std::span<std::byte> bytes) const {
    std::size_t done = 0;
    while (done < bytes.size()) {
        const ssize_t n = ::pread(descriptor_, bytes.data() + done, bytes.size() - done,
                                  static_cast<off_t>(offset + done));
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        done += static_cast<std::size_t>(n);
    }
    return true;
}

std::string other_kind(const std::string& path) {
    struct stat status {};
    return ::stat(path.c_str(), &status) != 0 || S_ISREG(status.st_mode) ? ""
                                                                         : kind_of(status.st_mode);
}

std::string beginning_of(const std::string& path, std::uint64_t most) {
    try {
        const RegularFile file(path);
        std::string text(static_cast<std::size_t>(std::min(file.size(), most)), '\0');
        const std::span<char> characters(text.data(), text.size());
        return file.read_at(0, std::as_writable_bytes(characters)) ? text : std::string();
    } catch (const InputError&) {
        return {};
    }
}

std::string read_text(const std::string& path, std::uint64_t most, const std::string& advice) {
    const RegularFile file(path);
    if (file.size() > most) throw InputError(path, advice);
    std::string text(file.size(), '\0');
    if (!file.read_at(0, std::as_writable_bytes(std::span(text))))
        throw InputError(path, "cannot be read, or became shorter meanwhile");
    return text;
}

} // namespace mdsim::guard
