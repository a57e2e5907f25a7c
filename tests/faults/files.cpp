// SPDX-License-Identifier: BSD-3-Clause
// The calls that act on files: each is counted where it acts on a file of the chosen folder, and
// fails where the plan says so. Whoever loads this before the C library gets these.
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <string>

#include "faults/plan.hpp"

namespace mdsim::faults {

namespace {

constexpr std::size_t most_files = 65536;

/// Which descriptors are open on files of the folder.
std::array<std::atomic<bool>, most_files>& followed() {
    static std::array<std::atomic<bool>, most_files> flags{};
    return flags;
}

bool is_followed(int file) {
    return file >= 0 && static_cast<std::size_t>(file) < most_files &&
           followed()[static_cast<std::size_t>(file)];
}

std::string path_of(int file) {
    std::array<char, 4096> path{};
    const std::string link = "/proc/self/fd/" + std::to_string(file);
    const ssize_t n = ::readlink(link.c_str(), path.data(), path.size() - 1);
    return {path.data(), n > 0 ? static_cast<std::size_t>(n) : 0};
}

/// The absolute name that a call was given, relative to a folder that is open.
std::string absolute(int folder, const char* path) {
    if (path[0] == '/') return path;
    std::array<char, 4096> here{};
    if (folder != AT_FDCWD) return path_of(folder) + "/" + path;
    return (::getcwd(here.data(), here.size()) != nullptr ? std::string(here.data()) : "") + "/" +
           path;
}

/// The function of this name behind ours.
template <class Function> Function next(const char* name) {
    return reinterpret_cast<Function>(::dlsym(RTLD_NEXT, name));
}

bool fails_on(const char* call, const std::string& path, int file = -1) {
    Plan& plan = Plan::get();
    if (!plan.counts("file") || !plan.covers(path) || !plan.fails(call, path, file)) return false;
    errno = plan.error();
    return true;
}

bool fails_on(const char* call, int file) {
    return is_followed(file) && fails_on(call, path_of(file), file);
}

/// Names are put together only where calls on files count: that asks for memory, which is not the
/// program's.
bool fails_on(const char* call, int folder, const char* path) {
    return Plan::get().counts("file") && fails_on(call, absolute(folder, path));
}

/// How many bytes a write takes: all, or half where it is to be cut short.
bool cut_short(std::size_t& bytes) {
    if (Plan::get().mode() != Mode::shorter || bytes < 2) return false;
    bytes /= 2;
    return true;
}

int follow(int file, const std::string& path) {
    if (file >= 0 && static_cast<std::size_t>(file) < most_files)
        followed()[static_cast<std::size_t>(file)] = Plan::get().covers(path);
    return file;
}

int open_with(const char* name, int folder, const char* path, int flags, mode_t mode) {
    using OpenAt = int (*)(int, const char*, int, mode_t);
    const auto behind = next<OpenAt>("openat");
    if (!Plan::get().counts("file")) return behind(folder, path, flags, mode);
    const std::string whole = absolute(folder, path);
    if (fails_on(name, whole)) return -1;
    return follow(behind(folder, path, flags, mode), whole);
}

mode_t mode_in(int flags, std::va_list& arguments) {
    return (flags & (O_CREAT | O_TMPFILE)) != 0 ? static_cast<mode_t>(va_arg(arguments, int)) : 0;
}

} // namespace

} // namespace mdsim::faults

using mdsim::faults::cut_short;
using mdsim::faults::fails_on;
using mdsim::faults::mode_in;
using mdsim::faults::next;
using mdsim::faults::open_with;

extern "C" {

int open(const char* path, int flags, ...) {
    std::va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = mode_in(flags, arguments);
    va_end(arguments);
    return open_with("open", AT_FDCWD, path, flags, mode);
}

int open64(const char* path, int flags, ...) {
    std::va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = mode_in(flags, arguments);
    va_end(arguments);
    return open_with("open", AT_FDCWD, path, flags, mode);
}

int openat(int folder, const char* path, int flags, ...) {
    std::va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = mode_in(flags, arguments);
    va_end(arguments);
    return open_with("openat", folder, path, flags, mode);
}

ssize_t write(int file, const void* data, size_t bytes) {
    if (fails_on("write", file) && !cut_short(bytes)) return -1;
    return next<decltype(&write)>("write")(file, data, bytes);
}

ssize_t pwrite(int file, const void* data, size_t bytes, off_t at) {
    if (fails_on("pwrite", file) && !cut_short(bytes)) return -1;
    return next<decltype(&pwrite)>("pwrite")(file, data, bytes, at);
}

ssize_t pwrite64(int file, const void* data, size_t bytes, off64_t at) {
    if (fails_on("pwrite", file) && !cut_short(bytes)) return -1;
    return next<decltype(&pwrite64)>("pwrite64")(file, data, bytes, at);
}

ssize_t writev(int file, const iovec* parts, int count) {
    if (fails_on("writev", file)) return -1;
    return next<decltype(&writev)>("writev")(file, parts, count);
}

ssize_t pwritev(int file, const iovec* parts, int count, off_t at) {
    if (fails_on("pwritev", file)) return -1;
    return next<decltype(&pwritev)>("pwritev")(file, parts, count, at);
}

ssize_t pwritev64(int file, const iovec* parts, int count, off64_t at) {
    if (fails_on("pwritev", file)) return -1;
    return next<decltype(&pwritev64)>("pwritev64")(file, parts, count, at);
}

ssize_t read(int file, void* data, size_t bytes) {
    if (fails_on("read", file)) return -1;
    return next<decltype(&read)>("read")(file, data, bytes);
}

ssize_t pread(int file, void* data, size_t bytes, off_t at) {
    if (fails_on("pread", file)) return -1;
    return next<decltype(&pread)>("pread")(file, data, bytes, at);
}

ssize_t pread64(int file, void* data, size_t bytes, off64_t at) {
    if (fails_on("pread", file)) return -1;
    return next<decltype(&pread64)>("pread64")(file, data, bytes, at);
}

int fsync(int file) {
    if (fails_on("fsync", file)) return -1;
    return next<decltype(&fsync)>("fsync")(file);
}

int fdatasync(int file) {
    if (fails_on("fdatasync", file)) return -1;
    return next<decltype(&fdatasync)>("fdatasync")(file);
}

int ftruncate(int file, off_t bytes) noexcept {
    if (fails_on("ftruncate", file)) return -1;
    return next<decltype(&ftruncate)>("ftruncate")(file, bytes);
}

int ftruncate64(int file, off64_t bytes) noexcept {
    if (fails_on("ftruncate", file)) return -1;
    return next<decltype(&ftruncate64)>("ftruncate64")(file, bytes);
}

int truncate(const char* path, off_t bytes) noexcept {
    if (fails_on("truncate", AT_FDCWD, path)) return -1;
    return next<decltype(&truncate)>("truncate")(path, bytes);
}

/// As on a network file system: the file is closed, and what was held back is lost.
int close(int file) {
    const bool fails = fails_on("close", file);
    const int error = errno;
    if (file >= 0 && static_cast<std::size_t>(file) < mdsim::faults::most_files)
        mdsim::faults::followed()[static_cast<std::size_t>(file)] = false;
    const int result = next<decltype(&close)>("close")(file);
    if (!fails) return result;
    errno = error;
    return -1;
}

int rename(const char* from, const char* to) noexcept {
    if (fails_on("rename", AT_FDCWD, from)) return -1;
    return next<decltype(&rename)>("rename")(from, to);
}

int link(const char* from, const char* to) noexcept {
    if (fails_on("link", AT_FDCWD, from)) return -1;
    return next<decltype(&link)>("link")(from, to);
}

int unlink(const char* path) noexcept {
    if (fails_on("unlink", AT_FDCWD, path)) return -1;
    return next<decltype(&unlink)>("unlink")(path);
}

int unlinkat(int folder, const char* path, int flags) noexcept {
    if (fails_on("unlink", folder, path)) return -1;
    return next<decltype(&unlinkat)>("unlinkat")(folder, path, flags);
}

int mkdir(const char* path, mode_t mode) noexcept {
    if (fails_on("mkdir", AT_FDCWD, path)) return -1;
    return next<decltype(&mkdir)>("mkdir")(path, mode);
}

void* mmap(void* at, size_t bytes, int protection, int flags, int file, off_t offset) noexcept {
    if (fails_on("mmap", file)) return MAP_FAILED;
    return next<decltype(&mmap)>("mmap")(at, bytes, protection, flags, file, offset);
}

void* mmap64(void* at, size_t bytes, int protection, int flags, int file, off64_t offset) noexcept {
    if (fails_on("mmap", file)) return MAP_FAILED;
    return next<decltype(&mmap64)>("mmap64")(at, bytes, protection, flags, file, offset);
}

} // extern "C"
