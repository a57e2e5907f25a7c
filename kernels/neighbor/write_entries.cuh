// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/contract.hpp"
#include "kernels/neighbor/neighbors.cuh"

namespace mdsim {

/// What one lane takes of a class: `count` neighbours, every `lanes`-th from `row` of the column.
struct ClassShare {
    std::uint32_t row;
    std::uint32_t count;
};

/// The share of one lane of `lanes` in the neighbours of its atom: of each class every `lanes`-th,
/// beginning with another one for each class.
template <std::uint32_t lanes> class EntryShare {
  public:
    __device__ explicit EntryShare(const Neighbors& neighbors)
        : neighbors_(neighbors), atom_(threadIdx.x / lanes), part_(threadIdx.x % lanes) {}

    __device__ ClassShare of(std::uint32_t c) const {
        const std::uint32_t row = *neighbors_.bound(c, atom_) + (part_ + c) % lanes;
        const std::uint32_t end = *neighbors_.bound(c + lanes, atom_);
        return {row, end > row ? (end - row + lanes - 1) / lanes : 0};
    }

    /// Where the column has the first neighbour of a share.
    __device__ const std::uint8_t* first(std::uint32_t c, const ClassShare& share) const {
        return neighbors_.column(c % lanes, atom_) + share.row;
    }

    /// The k-th neighbour of the share in a class.
    __device__ std::uint8_t rank(std::uint32_t c, std::uint32_t k) const {
        const std::uint32_t row = *neighbors_.bound(c, atom_) + (part_ + c) % lanes + k * lanes;
        return neighbors_.column(c % lanes, atom_)[row];
    }

  private:
    Neighbors neighbors_;
    std::uint32_t atom_;
    std::uint32_t part_;
};

/// The class that a lane takes from at place p of each chunk: eight neighbouring lanes read from
/// different banks.
__device__ inline std::uint32_t class_at(std::uint32_t p) {
    return (p + threadIdx.x) % bank_classes;
}

/// The place at which it takes from a class.
__device__ inline std::uint32_t place_of_class(std::uint32_t c) {
    return (c - threadIdx.x) % bank_classes;
}

/// Two entries, of the ranks in both halves of a word and the classes in both halves of another.
__device__ inline std::uint32_t two_entries(std::uint32_t ranks, std::uint32_t classes) {
    return ranks * (bank_classes * entry_unit) + classes * entry_unit;
}

/// How many rows so many entries have at a place: the last row may be short.
__device__ inline std::uint32_t rows_at(std::uint32_t p, std::uint32_t entries) {
    return (entries + chunk_entries - 1 - p) / chunk_entries;
}

/// The neighbours that one lane takes at each place of its chunks.
template <std::uint32_t lanes> struct PlaceShares {
    const std::uint8_t* next[chunk_entries];
    std::uint32_t count[chunk_entries];

    __device__ explicit PlaceShares(const EntryShare<lanes>& share) {
#pragma unroll
        for (std::uint32_t p = 0; p < chunk_entries; ++p) {
            const ClassShare mine = share.of(class_at(p));
            next[p] = share.first(class_at(p), mine);
            count[p] = mine.count;
        }
    }

    /// Leaves out what finds no place in so many entries.
    __device__ void shorten_to(std::uint32_t entries) {
#pragma unroll
        for (std::uint32_t p = 0; p < chunk_entries; ++p) {
            const std::uint32_t rows = rows_at(p, entries);
            count[p] = count[p] < rows ? count[p] : rows;
        }
    }

    __device__ std::uint32_t total() const {
        std::uint32_t sum = 0;
#pragma unroll
        for (std::uint32_t p = 0; p < chunk_entries; ++p) sum += count[p];
        return sum;
    }
};

/// Writes the chunks of one lane: row r has the r-th neighbour of each class, or a dummy, which is
/// rank number `dummy`, where the class has no more.
template <std::uint32_t lanes>
__device__ void write_chunks(PlaceShares<lanes>& mine, std::uint32_t chunks, std::uint32_t dummy,
                             Chunk* out) {
    std::uint32_t classes[chunk_entries / 2];
#pragma unroll
    for (std::uint32_t p = 0; p < chunk_entries; p += 2)
        classes[p / 2] = class_at(p) | class_at(p + 1) << 16;
    for (std::uint32_t r = 0; r < chunks; ++r) {
        std::uint32_t rank[chunk_entries];
#pragma unroll
        for (std::uint32_t p = 0; p < chunk_entries; ++p) {
            rank[p] = r < mine.count[p] ? *mine.next[p] : dummy;
            mine.next[p] += lanes;
        }
        *reinterpret_cast<uint4*>(out + r * warp_lanes) = {
            two_entries(rank[0] | rank[1] << 16, classes[0]),
            two_entries(rank[2] | rank[3] << 16, classes[1]),
            two_entries(rank[4] | rank[5] << 16, classes[2]),
            two_entries(rank[6] | rank[7] << 16, classes[3])};
    }
}

/// A number below 256 for each class of banks.
class ClassCounts {
  public:
    /// Of a class that has none yet.
    __device__ void set(std::uint32_t c, std::uint32_t count) {
        MDSIM_EXPECT(c < bank_classes && count < 256);
        bytes_ |= std::uint64_t{count} << 8 * c;
    }
    __device__ bool any() const { return bytes_ != 0; }
    /// The first class that has some.
    __device__ std::uint32_t first() const {
        return static_cast<std::uint32_t>(__ffsll(static_cast<long long>(bytes_)) - 1) / 8;
    }
    /// One for each class that has more than `count`.
    __device__ ClassCounts more_than(std::uint32_t count) const {
        const std::uint32_t all = count * 0x01010101u;
        const std::uint32_t low = __vcmpgtu4(static_cast<std::uint32_t>(bytes_), all);
        const std::uint32_t high = __vcmpgtu4(static_cast<std::uint32_t>(bytes_ >> 32), all);
        ClassCounts ones;
        ones.bytes_ = (std::uint64_t{high} << 32 | low) & 0x0101010101010101u;
        return ones;
    }
    /// Takes one off a class; returns how many it had.
    __device__ std::uint32_t take(std::uint32_t c) {
        const auto had = static_cast<std::uint32_t>(bytes_ >> 8 * c) & 0xffu;
        bytes_ -= std::uint64_t{1} << 8 * c;
        return had;
    }

  private:
    std::uint64_t bytes_ = 0;
};

/// Puts what classes have beyond their rows into the dummies of classes that have less: into the
/// last row first, where most of the other lanes have dummies too, with which reads do not collide.
template <std::uint32_t lanes>
__device__ void fill_gaps(const EntryShare<lanes>& share, std::uint32_t entries, Chunk* out) {
    ClassCounts over;
    ClassCounts gaps;
#pragma unroll
    for (std::uint32_t c = 0; c < bank_classes; ++c) {
        const std::uint32_t count = share.of(c).count;
        const std::uint32_t rows = rows_at(place_of_class(c), entries);
        over.set(c, count > rows ? count - rows : 0);
        gaps.set(c, count < rows ? rows - count : 0);
    }
    ClassCounts free = gaps.more_than(0);
    for (std::uint32_t up = 1; over.any();) {
        if (!free.any()) free = gaps.more_than(up++);
        const std::uint32_t from = over.first();
        const std::uint32_t to = free.first();
        free.take(to);
        const std::uint32_t last = rows_at(place_of_class(from), entries) - 1;
        const std::uint8_t rank = share.rank(from, last + over.take(from));
        const std::uint32_t p = place_of_class(to);
        const std::uint32_t row = rows_at(p, entries) - up;
        out[row * warp_lanes].entry[p] = entry_of(rank * bank_classes + from);
    }
}

/// Writes the entries of one window and one potential. One warp.
template <std::uint32_t lanes, class P, class Source>
__device__ void write_entries(const Source& source, const ListOutput<P>& out,
                              const Neighbors& neighbors, std::uint32_t run) {
    const std::uint32_t lane = threadIdx.x % warp_lanes;
    const EntryShare<lanes> share(neighbors);
    PlaceShares<lanes> mine(share);
    const std::uint32_t count = mine.total();
    const std::uint32_t entries = (warp_largest(count) + 1) / 2 * 2;
    const std::uint32_t chunks = WarpEntries{0, entries}.chunks();
    const std::uint32_t pairs = warp_sum(count);
    std::uint32_t first = 0;
    if (lane == 0) {
        first = atomicAdd(&out.use->chunks, chunks);
        atomicAdd(&out.use->pairs, static_cast<unsigned long long>(pairs));
    }
    first = __shfl_sync(all_lanes, first, 0);
    if (chunks > out.capacity.chunks || first > out.capacity.chunks - chunks) return;
    if (lane == 0) out.runs[run] = {first, entries};
    Chunk* to = out.chunks + std::size_t{first} * warp_lanes + lane;
    mine.shorten_to(entries);
    write_chunks(mine, chunks, source.window / bank_classes, to);
    fill_gaps(share, entries, to);
}

} // namespace mdsim
