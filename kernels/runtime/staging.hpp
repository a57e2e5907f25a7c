// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "kernels/runtime/stream.hpp"

namespace mdsim {

/// Brings large arrays of the device to ordinary memory of the host at the speed of the bus.
///
/// They travel in pieces through a little pinned memory, and while one piece is on its way half of
/// the threads carry the one before to where it belongs. Pinning that memory itself would take as
/// long as some copies, and keep it from all others. Takes nothing until it is used.
class Staging {
  public:
    static constexpr std::size_t piece_bytes = std::size_t{4} << 20;

    /// Copies bytes after all that was queued, and waits for them.
    void download(const Stream& stream, const void* from, void* to, std::size_t bytes);

    template <class T> void download(const Stream& stream, const T* from, Buffer<T, Host>& to) {
        download(stream, from, to.data(), to.size() * sizeof(T));
    }

  private:
    struct Slot {
        Slot();
        ~Slot();
        Slot(const Slot&) = delete;
        Slot& operator=(const Slot&) = delete;

        void* memory = nullptr;
        cudaEvent_t full = nullptr;
    };

    std::vector<std::unique_ptr<Slot>> slots_;
};

} // namespace mdsim
