// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace mdsim {

/// Throws EnvironmentError "<path>: cannot <action>: <text of errno>".
[[noreturn]] void throw_file_error(const std::string& path, const std::string& action);

/// Whether a file may be changed, and whether it is made first.
///
/// `create` makes a new file: what had the name before is replaced, never written to, be it a file
/// or a link to one.
enum class FileMode { read, update, create };

/// An open regular file of the operating system; every failed call throws EnvironmentError.
///
/// Folders, pipes and devices are refused, and so are links that another user has planted.
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

/// Which file of the system a path names, whatever its name was or will be, and its state: a file
/// that is removed may hand its number on, and one that is written to is another.
struct FileIdentity {
    std::uint64_t device = 0;
    std::uint64_t node = 0;
    std::int64_t bytes = 0;
    std::int64_t changed = 0; ///< the content, as the file system's clock says [ns]

    bool operator==(const FileIdentity&) const = default;
};

/// The identity of the file at `path`, links followed; nothing if there is none.
std::optional<FileIdentity> identity_of(const std::string& path);

/// Throws EnvironmentError where `path` is a link that neither this user nor root has made: whoever
/// can write to a folder that users share could lead a run to any file by one.
void refuse_foreign_link(const std::string& path);

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
