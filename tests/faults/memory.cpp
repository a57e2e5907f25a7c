// SPDX-License-Identifier: BSD-3-Clause
// Memory that C++ code asks for: the request that the plan chooses ends in std::bad_alloc.
// Libraries in C ask malloc, which stays as it is: they end the process where it fails.
#include <cstdlib>
#include <new>
#include <string>

#include "faults/plan.hpp"

namespace {

/// No request is counted while one is, as counting asks for memory itself.
thread_local bool counting = false;

bool fails(std::size_t bytes) {
    if (counting) return false;
    counting = true;
    mdsim::faults::Plan* plan = mdsim::faults::Plan::if_made();
    const bool chosen =
        plan != nullptr && plan->counts("memory") && plan->fails("new", std::to_string(bytes));
    counting = false;
    return chosen;
}

void* allocate(std::size_t bytes, std::size_t alignment) {
    if (fails(bytes)) return nullptr;
    if (alignment == 0) return std::malloc(bytes == 0 ? 1 : bytes);
    return std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
}

void* allocate_or_throw(std::size_t bytes, std::size_t alignment) {
    void* memory = allocate(bytes, alignment);
    if (memory == nullptr) throw std::bad_alloc();
    return memory;
}

std::size_t number(std::align_val_t alignment) { return static_cast<std::size_t>(alignment); }

} // namespace

void* operator new(std::size_t bytes) { return allocate_or_throw(bytes, 0); }
void* operator new[](std::size_t bytes) { return allocate_or_throw(bytes, 0); }
void* operator new(std::size_t bytes, std::align_val_t alignment) {
    return allocate_or_throw(bytes, number(alignment));
}
void* operator new[](std::size_t bytes, std::align_val_t alignment) {
    return allocate_or_throw(bytes, number(alignment));
}
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept { return allocate(bytes, 0); }
void* operator new[](std::size_t bytes, const std::nothrow_t&) noexcept {
    return allocate(bytes, 0);
}

void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
