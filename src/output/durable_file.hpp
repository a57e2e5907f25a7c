// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace mdsim {

/// Throws EnvironmentError "<path>: cannot <action>: <text of errno>".
[[noreturn]] void throw_file_error(const std::string& path, const std::string& action);

/// Whether a file may be changed, and whether it is made or emptied first.
enum class FileMode { read, update, create };

/// An open file of the operating system; every failed call throws EnvironmentError.
class PosixFile {
  public:
    PosixFile(std::string path, FileMode mode);
    ~PosixFile();
    PosixFile(PosixFile&& other) noexcept;
    PosixFile(const PosixFile&) = delete;
    PosixFile& operator=(const PosixFile&) = delete;
    PosixFile& operator=(PosixFile&&) = delete;

    const std::string& path() const { return path_; }
    std::uint64_t size() const;

    /// Fills `bytes` from `offset`; a file that ends before is an error.
    void read_at(std::uint64_t offset, std::span<std::byte> bytes) const;

    /// Writes all of `bytes` at `offset`.
    void write_at(std::uint64_t offset, std::span<const std::byte> bytes);

    void truncate(std::uint64_t size);

    /// Lets the system begin to bring the content to the disk, so that sync() finds less to do.
    void start_writing() const;

    /// Returns when the content has reached the disk.
    void sync();

    /// Closes and reports a failure that the operating system held back until now.
    void close();

  private:
    std::string path_;
    int descriptor_ = -1;
};

/// The bytes of a text.
inline std::span<const std::byte> bytes_of(std::string_view text) {
    return std::as_bytes(std::span<const char>(text.data(), text.size()));
}

/// The folder that holds `path`, "." for a bare name.
std::string folder_of(const std::string& path);

bool file_exists(const std::string& path);

/// Removes a file; one that is not there is no error.
void remove_file(const std::string& path);

/// Gives the file `from` the name `to`, replacing what was there in one step; survives a power cut.
void replace_file(const std::string& from, const std::string& to);

/// Makes the names in a folder reach the disk.
void sync_folder(const std::string& folder);

/// Whether a file must survive a power cut or only the end of the process.
enum class Durability { process, power };

/// Replaces the content of `path` in one step: readers see the old content or the new, never a
/// part.
void write_atomically(const std::string& path, std::span<const std::byte> content,
                      Durability durability);

/// The whole content of a file.
std::string read_file(const std::string& path);

} // namespace mdsim
