// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/engine/id_ordered_columns.hpp"

#include <algorithm>

namespace mdsim {

namespace {

constexpr std::size_t widest_value = 36;
/// Bytes of a piece: so many that a barrier takes little beside it.
constexpr std::size_t most_at_once = std::size_t{16} << 20;

std::int64_t largest_block(std::int64_t total, int ranks) { return total / ranks + 1; }

std::size_t capacity_for(std::int64_t total, int ranks) {
    return std::min(most_at_once,
                    widest_value * static_cast<std::size_t>(largest_block(total, ranks)));
}

} // namespace

template <class P>
IdOrderedColumns<P>::IdOrderedColumns(const Stream& stream, const PeerLinks& links,
                                      RankBarrier& barrier, std::int64_t total)
    : stream_(&stream), links_(&links), barrier_(&barrier), total_(total),
      block_(IdBlock::of(total, links.rank(), links.size())),
      capacity_(capacity_for(total, links.size())), piece_(links, capacity_) {}

template <class P>
template <class Share, class Take>
void IdOrderedColumns<P>::for_each_piece(AtomStore<P>& atoms, std::size_t value_bytes,
                                         const Share& share, const Take& take) {
    // A host may have been busy with files: the others wait here, as a barrier of devices has a
    // limit.
    links_->ranks().barrier();
    IdPiece piece{total_, links_->size(), 0, static_cast<std::int64_t>(capacity_ / value_bytes),
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

template <class P> bool IdOrderedColumns<P>::complete(AtomStore<P>& atoms) {
    stream_->zero(missing_ids_.data(), 1);
    for_each_piece(
        atoms, 1,
        [&](const IdPiece& piece) {
            stream_->zero(piece_.data(), capacity_);
            barrier_->sync(Written::nothing);
            send_id_marks<P>(*stream_, atoms.view(), piece);
        },
        [&](const IdPiece&, std::size_t values) {
            find_missing_ids(*stream_, piece_.data(), static_cast<std::uint32_t>(values),
                             missing_ids_.data());
        });
    stream_->download(missing_ids_.data(), seen_missing_ids_.get(), 1);
    stream_->wait();
    return links_->ranks().max_of<std::int64_t>(*seen_missing_ids_) == 0;
}

template <class P>
template <class Take>
void IdOrderedColumns<P>::for_each_part(AtomStore<P>& atoms, const AnyColumn& column,
                                        const Take& take) {
    const std::size_t bytes = value_bytes<P>(column);
    for_each_piece(
        atoms, bytes,
        [&](const IdPiece& piece) {
            send_column<P>(*stream_, atoms.columns_view(), column, piece);
        },
        [&](const IdPiece& piece, std::size_t values) {
            take(static_cast<std::size_t>(piece.begin) * bytes, values * bytes);
        });
}

template <class P>
void IdOrderedColumns<P>::write(AtomStore<P>& atoms, const AnyColumn& column, void* to) {
    for_each_part(atoms, column, [&](std::size_t begin, std::size_t bytes) {
        staging_.download(*stream_, piece_.data(), static_cast<std::byte*>(to) + begin, bytes);
    });
}

template <class P>
void IdOrderedColumns<P>::store(AtomStore<P>& atoms, const AnyColumn& column, std::byte* to) {
    for_each_part(atoms, column, [&](std::size_t begin, std::size_t bytes) {
        stream_->copy(piece_.data(), to + begin, bytes);
    });
}

template class IdOrderedColumns<MixedPrecision>;
template class IdOrderedColumns<DoublePrecision>;

} // namespace mdsim
