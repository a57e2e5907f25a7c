// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <type_traits>
#include <utility>

#include "core/contract.hpp"
#include "core/huge_pages.hpp"

namespace mdsim {

/// The memory of the processor that the program runs on.
struct Host {};

/// The memory of an accelerator; its Buffer lives with the CUDA code.
struct Device {};

/// The only owner of bulk memory: move-only, growing geometrically, never shrinking.
///
/// Elements are trivially copyable and left uninitialised; the start is aligned to 64 bytes.
template <class T, class Space> class Buffer;

template <class T> class Buffer<T, Host> {
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
            allocate(std::max(size, capacity_ + capacity_ / 8));
        }
        size_ = size;
    }

    /// Changes the size; the elements that remain keep their values.
    void resize_keep(std::size_t size) {
        if (size > capacity_) {
            Storage old = std::move(data_);
            const std::size_t kept = size_;
            allocate(std::max(size, capacity_ + capacity_ / 2));
            if (kept > 0) std::memcpy(static_cast<void*>(data_.get()), old.get(), kept * sizeof(T));
        }
        size_ = size;
    }

    void append(const T& value) {
        const T copy = value;
        resize_keep(size_ + 1);
        data_[size_ - 1] = copy;
    }

    void fill(const T& value) { std::fill(begin(), end(), value); }
    void swap(Buffer& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        std::swap(capacity_, other.capacity_);
    }

    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    std::size_t bytes() const { return capacity_ * sizeof(T); }
    T* data() { return data_.get(); }
    const T* data() const { return data_.get(); }
    T* begin() { return data(); }
    T* end() { return data() + size_; }
    const T* begin() const { return data(); }
    const T* end() const { return data() + size_; }
    T& operator[](std::size_t i) {
        MDSIM_EXPECT(i < size_);
        return data_[i];
    }
    const T& operator[](std::size_t i) const {
        MDSIM_EXPECT(i < size_);
        return data_[i];
    }
    std::span<T> span() { return {data(), size_}; }
    std::span<const T> span() const { return {data(), size_}; }

  private:
    static constexpr std::align_val_t alignment{64};
    struct Release {
        void operator()(T* p) const { ::operator delete(static_cast<void*>(p), alignment); }
    };
    using Storage = std::unique_ptr<T[], Release>;

    void allocate(std::size_t count) {
        data_ = Storage(static_cast<T*>(::operator new(count * sizeof(T), alignment)));
        prefer_huge_pages(data_.get(), count * sizeof(T));
        capacity_ = count;
    }

    Storage data_;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
};

} // namespace mdsim
