// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/runtime/staging.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "core/parallel.hpp"
#include "core/thread_limit.hpp"

namespace mdsim {

namespace {

constexpr std::size_t slots = 2;
constexpr std::size_t carried_at_once = std::size_t{1} << 18; // by one thread [bytes]
constexpr std::size_t touched_at_once = std::size_t{1} << 21; // a large page, if it has those
constexpr std::size_t least_page = 4096;

/// Half of the threads carry as fast as the bus brings. The other cores are left to the thread that
/// writes files meanwhile: a team that waits for one thread without a core loses far more.
int carriers() { return omp_get_max_threads() / 2; }

/// Writes into each page of new memory, so that the system provides them to all threads at once,
/// and no two threads ask for the same large page.
void touch(std::byte* start, std::size_t bytes) {
    const std::size_t skipped = reinterpret_cast<std::uintptr_t>(start) % touched_at_once;
    parallel_for((skipped + bytes) / touched_at_once + 1, [&](std::size_t part, std::size_t) {
        const std::size_t begin = std::max(skipped, part * touched_at_once);
        const std::size_t end = std::min(skipped + bytes, (part + 1) * touched_at_once);
        for (std::size_t at = begin; at < end; at += least_page) start[at - skipped] = std::byte{0};
    });
}

void carry(std::byte* to, const std::byte* from, std::size_t bytes) {
    const std::size_t parts = (bytes + carried_at_once - 1) / carried_at_once;
    parallel_for(parts, [&](std::size_t part, std::size_t) {
        const std::size_t first = part * carried_at_once;
        std::memcpy(to + first, from + first, std::min(carried_at_once, bytes - first));
    });
}

} // namespace

Staging::Slot::Slot() {
    check_cuda(cudaMallocHost(&memory, piece_bytes), "allocating pinned memory");
    check_cuda(cudaEventCreateWithFlags(&full, cudaEventDisableTiming), "making an event");
}

Staging::Slot::~Slot() {
    cudaFreeHost(memory);
    if (full != nullptr) cudaEventDestroy(full);
}

void Staging::download(const Stream& stream, const void* from, void* to, std::size_t bytes) {
    const ThreadLimit limit(carriers());
    while (slots_.size() < slots) slots_.push_back(std::make_unique<Slot>());
    const auto* source = static_cast<const std::byte*>(from);
    auto* target = static_cast<std::byte*>(to);
    const std::size_t pieces = (bytes + piece_bytes - 1) / piece_bytes;
    const auto size_of = [&](std::size_t k) {
        return std::min(piece_bytes, bytes - k * piece_bytes);
    };
    for (std::size_t k = 0; k <= pieces; ++k) {
        if (k < pieces) {
            const Slot& slot = *slots_[k % slots];
            stream.download(source + k * piece_bytes, static_cast<std::byte*>(slot.memory),
                            size_of(k));
            check_cuda(cudaEventRecord(slot.full, stream.get()), "copying from the device");
        }
        if (k == 0) {
            touch(target, bytes);
            continue;
        }
        const Slot& slot = *slots_[(k - 1) % slots];
        check_cuda(cudaEventSynchronize(slot.full), "copying from the device");
        carry(target + (k - 1) * piece_bytes, static_cast<const std::byte*>(slot.memory),
              size_of(k - 1));
    }
}

} // namespace mdsim
