// SPDX-License-Identifier: BSD-3-Clause
#include "guard/mapped_text.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <mutex>

#include "core/error.hpp"
#include "guard/regular_file.hpp"

namespace mdsim::guard {

namespace {

/// A mapping that the handler knows; the address is zero where the place is free, and set last.
struct Known {
    std::atomic<std::uintptr_t> begin{0};
    std::size_t size = 0;
    const char* path = nullptr;
};

std::array<Known, 32> known; ///< more are mapped at once by nobody; others end by the signal
std::mutex known_lock;

void say(const char* text) {
    // Nothing is to be done where standard error is gone.
    [[maybe_unused]] const ssize_t n = ::write(STDERR_FILENO, text, std::strlen(text));
}

/// Only calls that a signal handler may make.
void on_bus_error(int, siginfo_t* info, void*) {
    const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
    for (const Known& mapping : known) {
        const std::uintptr_t begin = mapping.begin;
        if (begin == 0 || address < begin || address - begin >= mapping.size) continue;
        say("mdsim: ");
        say(mapping.path);
        say(": was cut, or could not be read from its disk, while it was read: nothing was run\n");
        ::_exit(static_cast<int>(ExitCode::environment_error));
    }
    std::signal(SIGBUS, SIG_DFL); // not ours: the instruction is repeated and ends the process
}

void handle_bus_errors() {
    static const int handled = [] {
        struct sigaction action {};
        action.sa_sigaction = on_bus_error;
        action.sa_flags = SA_SIGINFO;
        sigemptyset(&action.sa_mask);
        return ::sigaction(SIGBUS, &action, nullptr);
    }();
    static_cast<void>(handled);
}

void remember(const char* data, std::size_t size, const char* path) {
    const std::scoped_lock held(known_lock);
    for (Known& mapping : known) {
        if (mapping.begin != 0) continue;
        mapping.size = size;
        mapping.path = path;
        mapping.begin = reinterpret_cast<std::uintptr_t>(data);
        return;
    }
}

void forget(const char* data) {
    const std::scoped_lock held(known_lock);
    for (Known& mapping : known)
        if (mapping.begin == reinterpret_cast<std::uintptr_t>(data)) mapping.begin = 0;
}

} // namespace

MappedText::MappedText(const std::string& path) : path_(path) {
    const RegularFile file(path);
    if (file.size() == 0) throw InputError(path, "the file is empty");
    size_ = static_cast<std::size_t>(file.size());
    void* mapped = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file.descriptor(), 0);
    if (mapped == MAP_FAILED)
        throw InputError(path, std::string("cannot be read: ") + std::strerror(errno));
    data_ = static_cast<const char*>(mapped);
    handle_bus_errors();
    remember(data_, size_, path_.c_str());
}

MappedText::~MappedText() {
    forget(data_);
    ::munmap(const_cast<char*>(data_), size_);
}

} // namespace mdsim::guard
