// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>

#include "core/buffer.hpp"
#include "kernels/runtime/check.hpp"

namespace mdsim {

struct ReleaseOnDevice {
    void operator()(void* memory) const { cudaFree(memory); }
};

/// Memory of the device in use; only kernels may look into it.
template <class T> class Buffer<T, Device> {
    static_assert(std::is_trivially_copyable_v<T>);

  public:
    Buffer() = default;
    explicit Buffer(std::size_t size) { resize_discard(size); }
    Buffer(Buffer&& other) noexcept
        : data_(std::move(other.data_)), size_(std::exchange(other.size_, 0)),
          capacity_(std::exchange(other.capacity_, 0)) {}
    Buffer& operator=(Buffer&& other) noexcept {
        data_ = std::move(other.data_);
        size_ = std::exchange(other.size_, 0);
        capacity_ = std::exchange(other.capacity_, 0);
        return *this;
    }

    /// Changes the size; the contents are undefined afterwards.
    void resize_discard(std::size_t size) {
        if (size > capacity_) {
            data_.reset();
            capacity_ = 0;
            data_.reset(static_cast<T*>(allocate_on_device(size * sizeof(T))));
            capacity_ = size;
        }
        size_ = size;
    }

    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    std::size_t bytes() const { return capacity_ * sizeof(T); }
    T* data() { return data_.get(); }
    const T* data() const { return data_.get(); }

  private:
    std::unique_ptr<T, ReleaseOnDevice> data_;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
};

} // namespace mdsim
