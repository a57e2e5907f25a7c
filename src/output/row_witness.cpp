// SPDX-License-Identifier: BSD-3-Clause
#include "output/row_witness.hpp"

#include <algorithm>

#include "output/file_watch.hpp"

namespace mdsim {

namespace {

constexpr std::uint64_t most_searched = 4096; // [bytes]
constexpr std::ptrdiff_t most_kept = 16;      // [bytes]

} // namespace

void RowWitness::remember(const PosixFile& file, const SumRecord& piece) {
    if (piece.offset + piece.size <= offset_ + bytes_.size()) return;
    std::vector<std::byte> found(std::min(piece.size, most_searched));
    const std::uint64_t begin = piece.offset + piece.size - found.size();
    file.read_at(begin, found);
    const auto is_zero = [](std::byte byte) { return byte == std::byte{0}; };
    const auto last = std::find_if_not(found.rbegin(), found.rend(), is_zero).base();
    if (last == found.begin()) return;
    const auto first = last - std::min(most_kept, last - found.begin());
    offset_ = begin + static_cast<std::uint64_t>(first - found.begin());
    bytes_.assign(first, last);
}

void RowWitness::expect_unchanged(const PosixFile& file) const {
    if (file.size() < offset_ + bytes_.size()) throw_touched(file.path(), "cut");
    std::vector<std::byte> found(bytes_.size());
    file.read_at(offset_, found);
    if (found != bytes_) throw_touched(file.path(), "damaged, cut or overwritten,");
}

} // namespace mdsim
