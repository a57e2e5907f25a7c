// SPDX-License-Identifier: BSD-3-Clause
#include "domain/route.hpp"

#include <cstring>

#include "core/contract.hpp"

namespace mdsim {

Route::Route(const Communicator& comm, std::span<const Rank> destination)
    : comm_(&comm), order_(destination.size()) {
    std::vector<std::int64_t> out_count(static_cast<std::size_t>(comm.size()), 0);
    for (const Rank rank : destination) {
        MDSIM_REQUIRE(0 <= rank && rank < comm.size());
        ++out_count[static_cast<std::size_t>(rank)];
    }
    const std::vector<std::int64_t> in_count = comm.all_to_all(out_count);
    std::vector<std::size_t> next(out_count.size());
    std::size_t leaving = 0;
    for (std::size_t r = 0; r < out_count.size(); ++r) {
        next[r] = leaving;
        const std::size_t out = static_cast<std::size_t>(out_count[r]);
        const std::size_t in = static_cast<std::size_t>(in_count[r]);
        if (out > 0) out_.push_back({static_cast<Rank>(r), leaving, out});
        if (in > 0) in_.push_back({static_cast<Rank>(r), arriving_, in});
        leaving += out;
        arriving_ += in;
    }
    for (std::size_t i = 0; i < destination.size(); ++i)
        order_[next[static_cast<std::size_t>(destination[i])]++] = i;
    to_self_ = out_count[static_cast<std::size_t>(comm.rank())];
}

void Route::carry(std::span<const std::byte> rows, std::size_t row_bytes,
                  std::span<std::byte> arrived) const {
    MDSIM_REQUIRE(rows.size() == order_.size() * row_bytes);
    MDSIM_REQUIRE(arrived.size() == arriving_ * row_bytes);
    std::vector<std::byte> ordered(rows.size());
    for (std::size_t i = 0; i < order_.size() && row_bytes > 0; ++i)
        std::memcpy(ordered.data() + i * row_bytes, rows.data() + order_[i] * row_bytes, row_bytes);
    const std::span<const std::byte> packed(ordered);
    std::vector<Outgoing> out;
    std::vector<Incoming> in;
    std::span<const std::byte> mine;
    for (const Share& share : out_) {
        const auto bytes = packed.subspan(share.first * row_bytes, share.count * row_bytes);
        if (share.peer == comm_->rank())
            mine = bytes;
        else
            out.push_back({share.peer, bytes});
    }
    for (const Share& share : in_) {
        const auto bytes = arrived.subspan(share.first * row_bytes, share.count * row_bytes);
        if (share.peer != comm_->rank())
            in.push_back({share.peer, bytes});
        else if (!mine.empty())
            std::memcpy(bytes.data(), mine.data(), mine.size());
    }
    comm_->exchange(out, in);
}

} // namespace mdsim
