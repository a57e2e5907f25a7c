// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <span>
#include <type_traits>

#include "kernels/runtime/pinned_bytes.hpp"
#include "kernels/runtime/stream.hpp"

namespace mdsim {

/// Values of the device as the host sees them: they come while both go on with other work.
template <class T> class PinnedArray {
    static_assert(std::is_trivially_copyable_v<T>);

  public:
    /// Queues the copying of the first values of an array; what was queued before must have been
    /// waited for, and is no longer seen.
    void download(const Stream& stream, const Buffer<T, Device>& from, std::size_t count) {
        memory_.resize_discard(count * sizeof(T));
        count_ = count;
        stream.download(from.data(), values(), count_);
    }
    /// The same of all of them.
    void download(const Stream& stream, const Buffer<T, Device>& from) {
        download(stream, from, from.size());
    }

    /// The values queued last on this stream; waits for them.
    std::span<const T> wait(const Stream& stream) const {
        stream.wait();
        return {values(), count_};
    }

  private:
    T* values() const { return reinterpret_cast<T*>(memory_.data()); }

    PinnedBytes memory_;
    std::size_t count_ = 0;
};

} // namespace mdsim
