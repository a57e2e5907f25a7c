// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <memory>

#include "kernels/runtime/check.hpp"

namespace mdsim {

struct ReleasePinned {
    void operator()(void* memory) const { cudaFreeHost(memory); }
};

/// Memory of the host that does not move, so that copies to and from the device need no other.
class PinnedBytes {
  public:
    std::byte* data() const { return memory_.get(); }
    std::size_t size() const { return size_; }

    /// Makes room for so many bytes and some more; the contents are undefined afterwards. No copy
    /// may be under way.
    void resize_discard(std::size_t bytes) {
        if (bytes <= size_) return;
        memory_.reset();
        const std::size_t size = bytes + bytes / 4;
        size_ = 0;
        void* memory = nullptr;
        check_cuda(cudaMallocHost(&memory, size), "allocating pinned memory");
        memory_.reset(static_cast<std::byte*>(memory));
        size_ = size;
    }

  private:
    std::unique_ptr<std::byte, ReleasePinned> memory_;
    std::size_t size_ = 0;
};

} // namespace mdsim
