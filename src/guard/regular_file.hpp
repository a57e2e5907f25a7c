// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace mdsim::guard {

/// A regular file, open for reading; a symbolic link to one is followed.
///
/// Opening never waits, whatever the path leads to. Throws InputError where that cannot be opened,
/// is no regular file (but a folder, a pipe, a socket or a device), or consists of holes: where a
/// disk holds less than a thousandth of its length.
class RegularFile {
  public:
    explicit RegularFile(const std::string& path);
    ~RegularFile();
    RegularFile(const RegularFile&) = delete;
    RegularFile& operator=(const RegularFile&) = delete;

    int descriptor() const { return descriptor_; }

    /// The length of the file when it was opened [bytes].
    std::uint64_t size() const { return size_; }

    /// What the disk holds of it; with holes, or on a disk that compresses, that is less [bytes].
    std::uint64_t allocated() const { return allocated_; }

    /// Whether a descriptor that something else opened is of this very file.
    bool is_same(int descriptor) const;

    /// Fills `bytes` from a place in the file; false where the file has not as many.
    bool read_at(std::uint64_t offset, std::span<std::byte> bytes) const;

  private:
    RegularFile() = default;

    int descriptor_ = -1;
    std::uint64_t size_ = 0;
    std::uint64_t allocated_ = 0;
    std::uint64_t device_ = 0;
    std::uint64_t node_ = 0;
};

/// What a path leads to that is no regular file: "a folder", "a pipe", "a socket" or "a device";
/// empty for a regular file, and where there is nothing.
std::string other_kind(const std::string& path);

/// The first bytes of a regular file, at most as many as asked for; empty where there is no such
/// file or it cannot be read.
std::string beginning_of(const std::string& path, std::uint64_t most);

/// The text of a regular file of at most `most` bytes. Throws InputError where the file cannot be
/// read or is longer; `advice` then says what to do.
std::string read_text(const std::string& path, std::uint64_t most, const std::string& advice);

} // namespace mdsim::guard
