// SPDX-License-Identifier: BSD-3-Clause
#include "faults/plan.hpp"

#include <dlfcn.h>
#include <execinfo.h>
#include <fcntl.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace mdsim::faults {

namespace {

std::string setting(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
}

std::string program_name() {
    std::array<char, 4096> path{};
    const ssize_t n = ::readlink("/proc/self/exe", path.data(), path.size() - 1);
    const std::string whole(path.data(), n > 0 ? static_cast<std::size_t>(n) : 0);
    return whole.substr(whole.rfind('/') + 1);
}

/// Whether this is the rank that is to fail; without a launcher there is one rank, 0.
bool is_chosen_rank() {
    const std::string wanted = setting("MDSIM_FAULT_RANK");
    const std::string rank = setting("OMPI_COMM_WORLD_RANK");
    return wanted.empty() || wanted == (rank.empty() ? "0" : rank);
}

Mode mode_of(const std::string& word) {
    if (word == "sticky") return Mode::sticky;
    return word == "short" ? Mode::shorter : Mode::once;
}

/// What a full disk makes fail once it is full: nothing that only reads, renames or removes.
bool is_same_kind(const std::string& call, const std::string& failed) {
    const auto writes = [](const std::string& name) {
        return name.find("write") != std::string::npos ||
               name.find("truncate") != std::string::npos;
    };
    return call == failed || (writes(call) && writes(failed));
}

/// Where an address lies in its program or library, wherever that is loaded.
struct Spot {
    const void* module = nullptr;
    std::uint64_t offset = 0;
};

Spot spot_of(const void* address) {
    Dl_info found{};
    if (::dladdr(address, &found) == 0) return {};
    return {found.dli_fbase, static_cast<std::uint64_t>(static_cast<const char*>(address) -
                                                        static_cast<const char*>(found.dli_fbase))};
}

/// The module that the program itself is, not one of its libraries.
const void* program_module() {
    // NOLINTNEXTLINE(performance-no-int-to-ptr): the kernel gives the address as a number
    static const auto* const entry = reinterpret_cast<const void*>(::getauxval(AT_ENTRY));
    static const void* const module = spot_of(entry).module;
    return module;
}

/// A number for the addresses of a stack, from the call outwards, as far as the one that is the
/// `depth`-th in the program itself: the same in each run of a build.
std::uint64_t hash_of(void* const* stack, int size, int depth) {
    constexpr std::uint64_t basis = 0xcbf29ce484222325;
    constexpr std::uint64_t prime = 0x100000001b3; // FNV-1a, an address at a time
    std::uint64_t hash = basis;
    for (int i = 0; i < size && depth > 0; ++i) {
        const Spot spot = spot_of(stack[i]);
        hash = (hash ^ spot.offset) * prime;
        if (spot.module == program_module()) --depth;
    }
    return hash;
}

/// The place that a call comes from; 0 for a call that looking for the place makes itself.
std::uint64_t place_of_caller(int depth) {
    static thread_local bool looking = false;
    if (looking) return 0;
    looking = true;
    std::array<void*, 128> stack{};
    const int size = ::backtrace(stack.data(), static_cast<int>(stack.size()));
    const std::uint64_t place = hash_of(stack.data(), size, depth);
    looking = false;
    return place;
}

} // namespace

namespace {

std::atomic<Plan*> made{nullptr};

} // namespace

Plan& Plan::get() {
    static Plan plan;
    made = &plan;
    return plan;
}

Plan* Plan::if_made() { return made; }

namespace {

// Before the program begins: requests for memory alone do not make it.
const Plan& at_load = Plan::get();

} // namespace

Plan::Plan()
    : active_(program_name() == setting("MDSIM_FAULT_PROGRAM") && is_chosen_rank()),
      family_(setting("MDSIM_FAULT_FAMILY")), folder_(setting("MDSIM_FAULT_FOLDER")),
      log_path_(setting("MDSIM_FAULT_LOG")), at_(std::atol(setting("MDSIM_FAULT_AT").c_str())),
      error_(std::atoi(setting("MDSIM_FAULT_ERROR").c_str())),
      mode_(mode_of(setting("MDSIM_FAULT_MODE"))),
      depth_(std::max(1, std::atoi(setting("MDSIM_FAULT_DEPTH").c_str()))) {
    // The first look at a stack loads what it needs, and asks for memory: not inside of a call.
    if (!log_path_.empty()) place_of_caller(depth_);
}

bool Plan::covers(const std::string& path) const {
    const std::size_t n = folder_.size();
    return n > 0 && path.compare(0, n, folder_) == 0 && (path.size() == n || path[n] == '/');
}

bool Plan::fails(const char* call, const std::string& on, int file) {
    const long number = ++count_;
    bool fails = number == at_;
    if (fails) {
        failed_call_ = call;
        failed_ = true;
    } else if (failed_ && mode_ == Mode::sticky) {
        fails = family_ == "cuda" || is_same_kind(call, failed_call_);
    }
    if (!log_path_.empty()) log(number, call, file, fails, on);
    return fails;
}

/// By system calls alone: this may stand inside of any call, also of one that allocates.
void Plan::log(long number, const char* call, int file, bool failed, const std::string& on) const {
    std::array<char, 4096 + 128> line{};
    const int n =
        std::snprintf(line.data(), line.size(), "%ld %s %d %s %016" PRIx64 " %s\n", number, call,
                      file, failed ? "FAILED" : "passed", place_of_caller(depth_), on.c_str());
    const long log = ::syscall(SYS_openat, AT_FDCWD, log_path_.c_str(),
                               O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (log < 0) return;
    ::syscall(SYS_write, log, line.data(), std::min(static_cast<std::size_t>(n), line.size() - 1));
    ::syscall(SYS_close, log);
}

} // namespace mdsim::faults
