// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/engine/id_rows.hpp"

#include <algorithm>

namespace mdsim {

namespace {

constexpr std::size_t widest_row = 24;
/// Bytes of a piece: so many that a barrier takes little beside it.
constexpr std::size_t most_at_once = std::size_t{16} << 20;

std::int64_t largest_block(std::int64_t total, int ranks) { return total / ranks + 1; }

std::size_t room_for(std::int64_t total, int ranks) {
    return std::min(most_at_once,
                    widest_row * static_cast<std::size_t>(largest_block(total, ranks)));
}

} // namespace

template <class P>
IdRows<P>::IdRows(const Stream& stream, const PeerLinks& links, RankBarrier& barrier,
                  std::int64_t total)
    : stream_(&stream), links_(&links), barrier_(&barrier), total_(total),
      block_(IdBlock::of(total, links.rank(), links.size())), room_(room_for(total, links.size())),
      piece_(links, room_) {}

template <class P>
template <class Share, class Take>
void IdRows<P>::for_each_piece(AtomStore<P>& atoms, std::size_t row_bytes, const Share& share,
                               const Take& take) {
    // A host may have been busy with files: the others wait here, as a barrier of devices has a
    // limit.
    links_->ranks().barrier();
    IdPiece piece{total_, links_->size(), 0, static_cast<std::int64_t>(room_ / row_bytes),
                  piece_.table()};
    for (; piece.begin < largest_block(total_, links_->size()); piece.begin += piece.count) {
        share(piece);
        barrier_->sync(Written::nothing);
        take(piece, static_cast<std::size_t>(
                        std::clamp<std::int64_t>(block_.size() - piece.begin, 0, piece.count)));
        barrier_->sync(Written::nothing);
    }
    atoms.pull_control();
    barrier_->check(atoms.control());
}

template <class P> bool IdRows<P>::complete(AtomStore<P>& atoms) {
    stream_->zero(unmarked_.data(), 1);
    for_each_piece(
        atoms, 1,
        [&](const IdPiece& piece) {
            stream_->zero(piece_.data(), room_);
            barrier_->sync(Written::nothing);
            share_marks<P>(*stream_, atoms.view(), piece);
        },
        [&](const IdPiece&, std::size_t rows) {
            find_unmarked(*stream_, piece_.data(), static_cast<std::uint32_t>(rows),
                          unmarked_.data());
        });
    stream_->download(unmarked_.data(), seen_unmarked_.get(), 1);
    stream_->wait();
    return links_->ranks().max_of<std::int64_t>(*seen_unmarked_) == 0;
}

template <class P> void IdRows<P>::write(AtomStore<P>& atoms, const AnyRow& row, void* to) {
    const std::size_t bytes = row_bytes<P>(row);
    for_each_piece(
        atoms, bytes,
        [&](const IdPiece& piece) { share_rows<P>(*stream_, atoms.view(), row, piece); },
        [&](const IdPiece& piece, std::size_t rows) {
            staging_.download(*stream_, piece_.data(),
                              static_cast<std::byte*>(to) +
                                  static_cast<std::size_t>(piece.begin) * bytes,
                              rows * bytes);
        });
}

template class IdRows<MixedPrecision>;
template class IdRows<DoublePrecision>;

} // namespace mdsim
