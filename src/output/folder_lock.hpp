// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>

namespace mdsim {

/// Keeps other runs out of a folder for as long as it lives, also those on other hosts where the
/// file system carries locks between them.
///
/// The lock is that of an open file, `.mdsim-lock`, so the system releases it whenever the process
/// ends, in whatever way. A file that a killed run left behind is no obstacle; it follows the
/// folder where that is renamed, and is removed with the lock.
class FolderLock {
  public:
    FolderLock() = default;

    /// Says whether somebody writes to the folder at this time; may take its time.
    using IsWritten = std::function<bool()>;

    /// Locks a folder that exists. Where locks may not hold between hosts and a run of another host
    /// did not release the folder, `is_written` decides.
    ///
    /// Throws InputError with the process and host of the run that holds it, and EnvironmentError
    /// where the folder cannot be written, or where something else than a lock file has its name,
    /// as a link that was planted.
    explicit FolderLock(const std::string& folder, const IsWritten& is_written = {});
    ~FolderLock() { release(); }
    FolderLock(FolderLock&& other) noexcept { take_over(other); }
    FolderLock& operator=(FolderLock&& other) noexcept;
    FolderLock(const FolderLock&) = delete;
    FolderLock& operator=(const FolderLock&) = delete;

    /// Throws InputError as the constructor would where another run holds the folder now, but takes
    /// and makes nothing.
    static void expect_free(const std::string& folder);

    /// Whether a folder is there and has been entered in this way, by whichever run on whichever
    /// host.
    static bool is_seen(const std::string& folder);

    /// Why the lock may not keep other runs out; empty where it does.
    const std::string& doubt() const { return doubt_; }

  private:
    bool open(const std::string& folder);
    bool lock(const std::string& folder);
    void take_over(FolderLock& other) noexcept;
    void release() noexcept;

    int folder_ = -1; ///< descriptor: the folder may get another name meanwhile
    int file_ = -1;
    std::string doubt_;
};

} // namespace mdsim
