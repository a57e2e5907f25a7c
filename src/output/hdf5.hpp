// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <hdf5.h>

#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "output/element.hpp"

namespace mdsim::h5 {

/// Held while this process is inside the HDF5 library, which is not built for several threads.
///
/// Every public operation of this room that touches HDF5 takes it itself; it may be taken again by
/// the thread that holds it.
class Lock {
  public:
    Lock();

  private:
    std::unique_lock<std::recursive_mutex> lock_;
};

/// Passes on the result of an HDF5 call; throws EnvironmentError with path, call and cause if
/// negative.
hid_t check(hid_t result, const char* call, const std::string& path);

/// The only owner of an HDF5 identifier. Its destructor closes it and reports no failure; whoever
/// has written through it calls close(), as HDF5 may write what it has held back only then.
class Handle {
  public:
    using Closer = herr_t (*)(hid_t);

    Handle() = default;
    Handle(hid_t id, Closer closer) : id_(id), closer_(closer) {}
    ~Handle() { reset(); }
    Handle(Handle&& other) noexcept;
    Handle& operator=(Handle&& other) noexcept;
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;

    hid_t id() const { return id_; }
    bool open() const { return id_ >= 0; }
    void reset();

    /// Closes; throws EnvironmentError with path and `call` if that fails.
    void close(const char* call, const std::string& path);

    /// Gives up ownership.
    hid_t release();

  private:
    hid_t id_ = -1;
    Closer closer_ = nullptr;
};

/// The type of numbers in memory.
hid_t native_type(ElementType type);

/// The type of numbers in a file: little-endian IEEE 754 and two's complement.
hid_t file_type(ElementType type);

/// An HDF5 file, open for writing by one rank or by all of them, or for reading.
///
/// Objects are laid out so that HDF5 1.8 can read them, and no time stamps are stored. File locks
/// of the operating system are not used: readers may look at a file that a run is still writing.
class File {
  public:
    File() = default;
    ~File();
    File(File&&) = default;
    File& operator=(File&&) = default;

    /// Makes a new file in place of what has its name, leaving `user_block` bytes at its start
    /// [bytes]. A link of that name is replaced too, not followed.
    static File create(const std::string& path, hsize_t user_block = 0);

    /// Opens for writing; with a communicator (an MPI_Comm behind a pointer) on all its ranks.
    /// Throws EnvironmentError, also where the path is a link that another user has made.
    static File open_update(const std::string& path, const void* communicator = nullptr);

    static File open_read(const std::string& path);

    hid_t id() const { return file_.id(); }
    bool open() const { return file_.open(); }
    const std::string& path() const { return path_; }
    bool collective() const { return collective_; }

    /// Hands everything to the operating system.
    void flush();

    /// Flushes what was written, closes, and reports failures, unlike the destructor; on a
    /// collective file the destructor leaves it open after an exception, as the other ranks may not
    /// come to close it.
    void close();

  private:
    File(std::string path, Handle file, bool collective);

    std::string path_;
    Handle file_;
    bool collective_ = false;
};

/// Version of the HDF5 library in use: "1.10.8".
std::string library_version();

/// Whether this build can let several ranks write one file at once.
constexpr bool parallel_build() {
#ifdef MDSIM_HDF5_PARALLEL
    return true;
#else
    return false;
#endif
}

} // namespace mdsim::h5
