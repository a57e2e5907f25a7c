// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/buffer.hpp"
#include "core/thread_alignment.hpp"

namespace mdsim {

/// Memory that is handed out piece by piece, taken back all at once, and then used again.
///
/// It grows by chunks: pieces that were handed out never move, and growth copies nothing. The more
/// an arena holds, the larger its next chunk, so that the chunks of a large system fill large
/// pages.
class alignas(thread_alignment) ChunkArena {
  public:
    /// `count` uninitialised elements, aligned to 64 bytes, valid until the next reset.
    template <class T> std::span<T> take(std::size_t count) {
        static_assert(std::is_trivially_copyable_v<T>);
        return {reinterpret_cast<T*>(take_bytes(count * sizeof(T))), count};
    }

    /// Takes everything back; the memory stays.
    void reset() {
        chunk_ = 0;
        used_ = 0;
    }

    /// The memory held [bytes].
    std::size_t bytes() const;

  private:
    std::byte* take_bytes(std::size_t count);

    static constexpr std::size_t least_chunk = std::size_t{1} << 18;
    static constexpr std::size_t growth = 8; ///< a new chunk adds at least one part in this many
    std::vector<Buffer<std::byte, Host>> chunks_;
    std::size_t chunk_ = 0; ///< the one being filled
    std::size_t used_ = 0;  ///< of that chunk [bytes]
};

} // namespace mdsim
