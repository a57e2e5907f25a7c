// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/p2p/ipc_memory.hpp"

#include <algorithm>

#include "core/contract.hpp"
#include "kernels/runtime/check.hpp"

namespace mdsim {

namespace {

/// Smaller allocations share a page of the driver (CUDA Runtime API, cudaIpcGetMemHandle).
constexpr std::size_t page_bytes = std::size_t{2} << 20;

/// The status of a call; forgotten by the runtime, or the next check would report it again.
cudaError_t taken(cudaError_t status) {
    if (status != cudaSuccess) cudaGetLastError();
    return status;
}

} // namespace

SharedBlock::SharedBlock(std::size_t bytes) {
    const std::size_t pages = std::max<std::size_t>(1, (bytes + page_bytes - 1) / page_bytes);
    memory_ = allocate_on_device(pages * page_bytes);
    bytes_ = pages * page_bytes;
}

SharedBlock& SharedBlock::operator=(SharedBlock&& other) noexcept {
    std::swap(memory_, other.memory_);
    std::swap(bytes_, other.bytes_);
    return *this;
}

BlockHandle SharedBlock::handle() const {
    MDSIM_EXPECT(memory_ != nullptr);
    BlockHandle handle;
    handle.status = taken(cudaIpcGetMemHandle(&handle.ipc, memory_));
    return handle;
}

void SharedBlock::release() {
    if (memory_ != nullptr) cudaFree(memory_);
    abandon();
}

void SharedBlock::abandon() {
    memory_ = nullptr;
    bytes_ = 0;
}

MappedBlock& MappedBlock::operator=(MappedBlock&& other) noexcept {
    std::swap(memory_, other.memory_);
    return *this;
}

cudaError_t MappedBlock::open(const BlockHandle& handle) {
    close();
    if (handle.status != cudaSuccess) return handle.status;
    void* memory = nullptr;
    const cudaError_t status =
        taken(cudaIpcOpenMemHandle(&memory, handle.ipc, cudaIpcMemLazyEnablePeerAccess));
    if (status == cudaSuccess) memory_ = memory;
    return status;
}

void MappedBlock::close() {
    if (memory_ != nullptr) taken(cudaIpcCloseMemHandle(memory_));
    memory_ = nullptr;
}

} // namespace mdsim
