// SPDX-License-Identifier: BSD-3-Clause
#include "guard/inflate.hpp"

#ifdef MDSIM_ZLIB
#include <zlib.h>
#endif

#include <limits>

namespace mdsim::guard {

#ifdef MDSIM_ZLIB

namespace {

/// A zlib stream that is being undone.
class Stream {
  public:
    Stream() : ready_(inflateInit(&state_) == Z_OK) {}
    ~Stream() {
        if (ready_) inflateEnd(&state_);
    }
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;

    /// Undoes all of `data` into `room`, at once; the bytes written, or -1 where it is damaged.
    std::int64_t undo(std::vector<std::byte>& data, std::vector<std::byte>& room) {
        constexpr std::size_t most = std::numeric_limits<uInt>::max();
        if (!ready_ || data.size() > most || room.size() > most) return -1;
        state_.next_in = reinterpret_cast<Bytef*>(data.data());
        state_.avail_in = static_cast<uInt>(data.size());
        state_.next_out = reinterpret_cast<Bytef*>(room.data());
        state_.avail_out = static_cast<uInt>(room.size());
        const int end = ::inflate(&state_, Z_FINISH);
        if (end == Z_STREAM_END) return static_cast<std::int64_t>(room.size() - state_.avail_out);
        return end == Z_BUF_ERROR && state_.avail_out == 0 ? std::int64_t(room.size()) + 1 : -1;
    }

  private:
    z_stream state_{};
    bool ready_ = false;
};

} // namespace

bool can_inflate() { return true; }

std::string inflate(std::vector<std::byte>& data, std::uint64_t most) {
    std::vector<std::byte> room(static_cast<std::size_t>(most));
    const std::int64_t size = Stream().undo(data, room);
    if (size < 0) return "is damaged: gzip cannot undo it";
    if (size > static_cast<std::int64_t>(most)) return "gives more than a chunk holds";
    room.resize(static_cast<std::size_t>(size));
    data.swap(room);
    return "";
}

#else

bool can_inflate() { return false; }

std::string inflate(std::vector<std::byte>&, std::uint64_t) { return ""; }

#endif

} // namespace mdsim::guard
