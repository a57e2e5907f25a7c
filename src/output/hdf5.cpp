// SPDX-License-Identifier: BSD-3-Clause
#include "output/hdf5.hpp"

#include <bit>
#include <exception>
#include <utility>

#include "core/contract.hpp"
#include "core/error.hpp"
#include "core/wait_watch.hpp"
#include "guard/hdf5_handle.hpp"
#include "output/durable_file.hpp"

namespace mdsim::h5 {

namespace {

std::recursive_mutex& library_mutex() {
    static std::recursive_mutex mutex;
    return mutex;
}

struct Cause {
    std::string innermost;
    std::string system; ///< the text of errno, where a system call failed
};

herr_t note_cause(unsigned, const H5E_error2_t* entry, void* data) {
    auto& cause = *static_cast<Cause*>(data);
    const std::string text = entry->desc != nullptr ? entry->desc : "";
    if (cause.innermost.empty()) cause.innermost = text;
    const std::string key = "error message = '";
    const std::size_t start = text.find(key);
    if (cause.system.empty() && start != std::string::npos) {
        const std::size_t from = start + key.size();
        cause.system = text.substr(from, text.find('\'', from) - from);
    }
    return 0;
}

Handle access_list(const std::string& path) {
    Handle list(check(H5Pcreate(H5P_FILE_ACCESS), "H5Pcreate", path), H5Pclose);
    check(H5Pset_libver_bounds(list.id(), H5F_LIBVER_EARLIEST, H5F_LIBVER_V110),
          "H5Pset_libver_bounds", path);
    check(H5Pset_fclose_degree(list.id(), H5F_CLOSE_STRONG), "H5Pset_fclose_degree", path);
    // Small writes go to the system at once, so that the call which writes is the one that fails.
    check(H5Pset_sieve_buf_size(list.id(), 0), "H5Pset_sieve_buf_size", path);
#if H5_VERSION_GE(1, 10, 7)
    check(H5Pset_file_locking(list.id(), false, true), "H5Pset_file_locking", path);
#endif
    return list;
}

/// Opens a file on all ranks. Each of them could open it a moment before, so that this is quick.
/// MPI waits for ever where one of them fails now all the same, which none of the others learns.
hid_t open_together(const std::string& path, const Handle& access) {
    constexpr Waiting::Limit longest{30};
    const Waiting waiting("opening a file on all ranks", longest);
    return H5Fopen(path.c_str(), H5F_ACC_RDWR, access.id());
}

} // namespace

Lock::Lock() : lock_(library_mutex()) {
    // Every file is closed by its owner; one left open after a failure must not be tried again.
    static const herr_t prepared =
        H5dont_atexit() < 0 ? -1 : H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
    static_cast<void>(prepared);
}

std::string library_version() {
    const Lock lock;
    unsigned major = 0, minor = 0, release = 0;
    check(H5get_libversion(&major, &minor, &release), "H5get_libversion", "HDF5");
    return std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(release);
}

hid_t check(hid_t result, const char* call, const std::string& path) {
    if (result >= 0) return result;
    Cause cause;
    H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, note_cause, &cause);
    H5Eclear2(H5E_DEFAULT);
    const std::string& reason = cause.system.empty() ? cause.innermost : cause.system;
    throw EnvironmentError(path + ": " + call +
                           " failed: " + (reason.empty() ? "HDF5 gives no reason" : reason));
}

Handle::Handle(Handle&& other) noexcept
    : id_(std::exchange(other.id_, -1)), closer_(other.closer_) {}

Handle& Handle::operator=(Handle&& other) noexcept {
    if (this != &other) {
        reset();
        id_ = std::exchange(other.id_, -1);
        closer_ = other.closer_;
    }
    return *this;
}

void Handle::reset() {
    const hid_t id = std::exchange(id_, -1);
    if (id < 0) return;
    const Lock lock;
    if (closer_(id) >= 0) return;
    guard::note_unclosed_hdf5();
    H5Eclear2(H5E_DEFAULT);
}

void Handle::close(const char* call, const std::string& path) {
    if (!open()) return;
    const Lock lock;
    const herr_t result = closer_(release());
    if (result < 0) guard::note_unclosed_hdf5();
    check(result, call, path);
}

hid_t Handle::release() { return std::exchange(id_, -1); }

hid_t native_type(ElementType type) {
    switch (type) {
    case ElementType::int32:
        return H5T_NATIVE_INT32;
    case ElementType::int64:
        return H5T_NATIVE_INT64;
    case ElementType::float32:
        return H5T_NATIVE_FLOAT;
    case ElementType::float64:
        break;
    }
    return H5T_NATIVE_DOUBLE;
}

hid_t file_type(ElementType type) {
    switch (type) {
    case ElementType::int32:
        return H5T_STD_I32LE;
    case ElementType::int64:
        return H5T_STD_I64LE;
    case ElementType::float32:
        return H5T_IEEE_F32LE;
    case ElementType::float64:
        break;
    }
    return H5T_IEEE_F64LE;
}

File::File(std::string path, Handle file, bool collective)
    : path_(std::move(path)), file_(std::move(file)), collective_(collective) {}

File::~File() {
    if (collective_ && std::uncaught_exceptions() > 0) static_cast<void>(file_.release());
}

File File::create(const std::string& path, hsize_t user_block) {
    MDSIM_EXPECT(user_block == 0 || (user_block >= 512 && std::has_single_bit(user_block)));
    const Lock lock;
    const Handle access = access_list(path);
    const Handle creation(check(H5Pcreate(H5P_FILE_CREATE), "H5Pcreate", path), H5Pclose);
    check(H5Pset_userblock(creation.id(), user_block), "H5Pset_userblock", path);
    remove_file(path);
    Handle file(
        check(H5Fcreate(path.c_str(), H5F_ACC_EXCL, creation.id(), access.id()), "H5Fcreate", path),
        H5Fclose);
    return File(path, std::move(file), false);
}

File File::open_update(const std::string& path, const void* communicator) {
    refuse_foreign_link(path);
    const Lock lock;
    const Handle access = access_list(path);
#ifdef MDSIM_HDF5_PARALLEL
    if (communicator != nullptr) {
        // MPI waits for ever where one rank cannot open what the others can.
        const PosixFile can_be_opened(path, FileMode::update);
        const MPI_Comm comm = *static_cast<const MPI_Comm*>(communicator);
        check(H5Pset_fapl_mpio(access.id(), comm, MPI_INFO_NULL), "H5Pset_fapl_mpio", path);
    }
#else
    MDSIM_REQUIRE(communicator == nullptr);
#endif
    const hid_t opened = communicator != nullptr ? open_together(path, access)
                                                 : H5Fopen(path.c_str(), H5F_ACC_RDWR, access.id());
    Handle file(check(opened, "H5Fopen", path), H5Fclose);
    return File(path, std::move(file), communicator != nullptr);
}

File File::open_read(const std::string& path) {
    const Lock lock;
    const Handle access = access_list(path);
    Handle file(check(H5Fopen(path.c_str(), H5F_ACC_RDONLY, access.id()), "H5Fopen", path),
                H5Fclose);
    return File(path, std::move(file), false);
}

void File::flush() {
    MDSIM_EXPECT(file_.open());
    const Lock lock;
    check(H5Fflush(id(), H5F_SCOPE_GLOBAL), "H5Fflush", path_);
}

void File::close() {
    if (!file_.open()) return;
    const Lock lock;
    flush();
    file_.close("H5Fclose", path_);
}

} // namespace mdsim::h5
