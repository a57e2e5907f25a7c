// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/lists/neighbors.cuh"

namespace mdsim {

/// What one lane takes of a class: `count` neighbours, every `lanes`-th from `rank` of the column.
struct ClassShare {
    std::uint32_t rank;
    std::uint32_t count;
};

/// The share of one lane in the neighbours of its atom: of each class every `lanes`-th, beginning
/// with another one for each class.
class RowShare {
  public:
    __device__ RowShare(const Neighbors& neighbors, const Candidates& candidates,
                        std::uint32_t lanes)
        : neighbors_(neighbors), candidates_(candidates), lanes_(lanes), atom_(threadIdx.x / lanes),
          part_(threadIdx.x % lanes) {}

    __device__ ClassShare of(std::uint32_t c) const {
        const std::uint32_t all = neighbors_.count[c * neighbors_.atoms + atom_];
        const std::uint32_t first = (part_ + c) % lanes_;
        return {neighbors_.rank_of(c, atom_) + first,
                all > first ? (all - first + lanes_ - 1) / lanes_ : 0};
    }

    /// The entry of the r-th neighbour of a class.
    __device__ std::uint16_t entry(std::uint32_t c, const ClassShare& share,
                                   std::uint32_t r) const {
        const std::uint8_t* column = neighbors_.column(c % neighbors_.parts, atom_);
        const std::uint8_t place = column[(share.rank + r * lanes_) * neighbors_.atoms];
        return candidates_.list(atom_ / warp_lanes, c)[place];
    }

  private:
    Neighbors neighbors_;
    Candidates candidates_;
    std::uint32_t lanes_;
    std::uint32_t atom_;
    std::uint32_t part_;
};

/// The class that a lane takes from at place p of each chunk: eight neighbouring lanes read from
/// different banks.
__device__ inline std::uint32_t class_at(std::uint32_t p) {
    return (p + threadIdx.x) % bank_classes;
}

/// Writes the chunks of one lane: row r has the r-th neighbour of each class, or a dummy where the
/// class has no more.
__device__ inline void write_chunks(const RowShare& share, std::uint32_t chunks,
                                    std::uint32_t dummy, Chunk* out) {
    ClassShare mine[chunk_entries];
#pragma unroll
    for (std::uint32_t p = 0; p < chunk_entries; ++p) mine[p] = share.of(class_at(p));
    for (std::uint32_t r = 0; r < chunks; ++r) {
        std::uint32_t entry[chunk_entries];
#pragma unroll
        for (std::uint32_t p = 0; p < chunk_entries; ++p) {
            const std::uint32_t c = class_at(p);
            entry[p] = r < mine[p].count ? share.entry(c, mine[p], r) : entry_of(dummy + c);
        }
        *reinterpret_cast<uint4*>(out + r * warp_lanes) = {
            entry[0] | entry[1] << 16, entry[2] | entry[3] << 16, entry[4] | entry[5] << 16,
            entry[6] | entry[7] << 16};
    }
}

/// Puts what a class has beyond its rows into the dummies of classes that have less.
__device__ inline void fill_gaps(const RowShare& share, std::uint32_t chunks, Chunk* out) {
    std::uint32_t gap_place = 0;
    std::uint32_t gap_row = share.of(class_at(0)).count;
    for (std::uint32_t c = 0; c < bank_classes; ++c) {
        const ClassShare mine = share.of(c);
        for (std::uint32_t r = chunks; r < mine.count; ++r) {
            while (gap_row >= chunks) gap_row = share.of(class_at(++gap_place)).count;
            out[gap_row * warp_lanes].entry[gap_place] = share.entry(c, mine, r);
            ++gap_row;
        }
    }
}

} // namespace mdsim
