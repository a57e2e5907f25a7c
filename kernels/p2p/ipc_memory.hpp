// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <utility>

namespace mdsim {

/// What another process needs in order to map a block; travels as bytes.
struct BlockHandle {
    cudaIpcMemHandle_t ipc{};
    cudaError_t status = cudaErrorNotSupported; ///< whether the owner could share the block at all
};

/// Memory of the device in use that other processes can map. It is a whole number of the pages that
/// the driver shares, so that nothing else of this process becomes visible with it.
class SharedBlock {
  public:
    SharedBlock() = default;
    explicit SharedBlock(std::size_t bytes);
    ~SharedBlock() { release(); }
    SharedBlock(SharedBlock&& other) noexcept
        : memory_(std::exchange(other.memory_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
    SharedBlock& operator=(SharedBlock&& other) noexcept;

    void* get() const { return memory_; }
    std::size_t bytes() const { return bytes_; }
    BlockHandle handle() const;

    /// Frees the block; no process may have it mapped any more.
    void release();
    /// Leaves the block to the end of the process, as others may have it mapped.
    void abandon();

  private:
    void* memory_ = nullptr;
    std::size_t bytes_ = 0;
};

/// A block of another process, mapped for the kernels of the device in use.
class MappedBlock {
  public:
    MappedBlock() = default;
    ~MappedBlock() { close(); }
    MappedBlock(MappedBlock&& other) noexcept : memory_(std::exchange(other.memory_, nullptr)) {}
    MappedBlock& operator=(MappedBlock&& other) noexcept;

    /// Maps the block in place of the one mapped before; a failure leaves none.
    cudaError_t open(const BlockHandle& handle);
    void close();

    /// Null where nothing is mapped.
    void* get() const { return memory_; }

  private:
    void* memory_ = nullptr;
};

} // namespace mdsim
