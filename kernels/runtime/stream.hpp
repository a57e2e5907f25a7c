// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "kernels/runtime/device_buffer.hpp"

namespace mdsim {

/// A queue of work on the device, and the copies that wait their turn in it.
class Stream {
  public:
    enum class Priority { usual, highest };

    explicit Stream(Priority priority = Priority::usual) {
        int lowest = 0;
        int highest = 0;
        check_cuda(cudaDeviceGetStreamPriorityRange(&lowest, &highest), "asking for priorities");
        check_cuda(cudaStreamCreateWithPriority(&stream_, cudaStreamNonBlocking,
                                                priority == Priority::highest ? highest : 0),
                   "making a stream");
    }
    ~Stream() { cudaStreamDestroy(stream_); }
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;

    cudaStream_t get() const { return stream_; }

    /// Waits until all that was queued is done.
    void wait() const { check_cuda(cudaStreamSynchronize(stream_), "running kernels"); }

    template <class T> void upload(const T* from, T* to, std::size_t count) const {
        if (count > 0)
            check_cuda(
                cudaMemcpyAsync(to, from, count * sizeof(T), cudaMemcpyHostToDevice, stream_),
                "copying to the device");
    }
    template <class T> void download(const T* from, T* to, std::size_t count) const {
        if (count > 0)
            check_cuda(
                cudaMemcpyAsync(to, from, count * sizeof(T), cudaMemcpyDeviceToHost, stream_),
                "copying from the device");
    }
    template <class T> void copy(const T* from, T* to, std::size_t count) const {
        if (count > 0)
            check_cuda(
                cudaMemcpyAsync(to, from, count * sizeof(T), cudaMemcpyDeviceToDevice, stream_),
                "copying on the device");
    }
    template <class T> void zero(T* to, std::size_t count) const {
        if (count > 0)
            check_cuda(cudaMemsetAsync(to, 0, count * sizeof(T), stream_), "clearing memory");
    }

    /// A copy of host values on the device; waits, so the values may go.
    template <class T> Buffer<T, Device> copy_of(const std::vector<T>& values) const {
        Buffer<T, Device> buffer(values.size());
        upload(values.data(), buffer.data(), values.size());
        wait();
        return buffer;
    }

  private:
    cudaStream_t stream_ = nullptr;
};

/// One value that host and device exchange, in memory of the host that does not move.
template <class T> class Pinned {
  public:
    Pinned() {
        void* memory = nullptr;
        check_cuda(cudaMallocHost(&memory, sizeof(T)), "allocating pinned memory");
        value_ = static_cast<T*>(memory);
        *value_ = T{};
    }
    ~Pinned() { cudaFreeHost(value_); }
    Pinned(const Pinned&) = delete;
    Pinned& operator=(const Pinned&) = delete;

    T* get() { return value_; }
    T& operator*() { return *value_; }
    const T& operator*() const { return *value_; }
    T* operator->() { return value_; }
    const T* operator->() const { return value_; }

  private:
    T* value_ = nullptr;
};

} // namespace mdsim
