// SPDX-License-Identifier: BSD-3-Clause
#include "output/deflate.hpp"

#ifdef MDSIM_ZLIB
#include <zlib.h>
#endif

#include <limits>
#include <new>

#include "core/contract.hpp"

namespace mdsim {

#ifdef MDSIM_ZLIB

bool can_deflate() { return true; }

namespace {

/// A zlib stream that is being made.
class Stream {
  public:
    Stream() {
        constexpr int window_bits = 15, memory = 8;
        if (deflateInit2(&state_, 1, Z_DEFLATED, window_bits, memory, Z_HUFFMAN_ONLY) != Z_OK)
            throw std::bad_alloc();
    }
    ~Stream() { deflateEnd(&state_); }
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;

    std::vector<std::byte> make(std::vector<std::byte>& data) {
        std::vector<std::byte> made(deflateBound(&state_, static_cast<uLong>(data.size())));
        state_.next_in = reinterpret_cast<Bytef*>(data.data());
        state_.avail_in = static_cast<uInt>(data.size());
        state_.next_out = reinterpret_cast<Bytef*>(made.data());
        state_.avail_out = static_cast<uInt>(made.size());
        MDSIM_REQUIRE(::deflate(&state_, Z_FINISH) == Z_STREAM_END);
        made.resize(made.size() - state_.avail_out);
        return made;
    }

  private:
    z_stream state_{};
};

} // namespace

void deflate(std::vector<std::byte>& data) {
    MDSIM_EXPECT(data.size() < std::numeric_limits<uInt>::max());
    data = Stream().make(data);
}

#else

bool can_deflate() { return false; }

void deflate(std::vector<std::byte>&) { MDSIM_REQUIRE(can_deflate()); }

#endif

} // namespace mdsim
