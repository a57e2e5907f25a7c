// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

#include "cpu/simd/entry_orders.hpp"
#include "cpu/simd/interleave_entries.hpp"
#include "cpu/simd/pack.hpp"
#include "cpu/simd/tile_kernels.hpp"

namespace mdsim::simd::MDSIM_SIMD {

static_assert(EntryRun::row_block == 8);

/// Which lanes of a pack keep their entry in each row of a block: a byte for each row, of lanes 0
/// to 7 and of lanes 8 to 15.
template <int width> class RowMasks {
  public:
    static constexpr int halves = (width + 7) / 8;

    /// Those of the next row; lane k is bit k. Up to eight rows.
    MDSIM_HD void add(unsigned lanes) {
        for (int half = 0; half < halves; ++half)
            rows_[half] = rows_[half] >> 8 | std::uint64_t{lanes >> 8 * half & 0xffu} << 56;
    }
    MDSIM_HD void clear() { *this = {}; }

    /// The rows in which eight lanes keep theirs, a byte for each lane, if there are `count` rows.
    MDSIM_HD std::uint64_t of_lanes(int half, std::uint32_t count) const {
        std::uint64_t x = rows_[half] >> 8 * (EntryRun::row_block - count);
        // Transposes a matrix of 8 x 8 bits: Warren, Hacker's Delight, section 7-3.
        const auto exchange = [&x](int distance, std::uint64_t mask) {
            const std::uint64_t t = (x ^ (x >> distance)) & mask;
            x ^= t ^ (t << distance);
        };
        exchange(7, 0x00aa00aa00aa00aau);
        exchange(14, 0x0000cccc0000ccccu);
        exchange(28, 0x00000000f0f0f0f0u);
        return x;
    }

  private:
    std::uint64_t rows_[halves] = {};
};

/// Writes those of eight entries whose bits are set to `out`, in order. All eight elements from
/// `out` on may be overwritten.
MDSIM_HD void write_kept(const std::uint16_t* entries, unsigned bits, std::uint16_t* out) {
#if defined(__SSSE3__)
    const auto load = [](const void* p) { return _mm_loadu_si128(static_cast<const __m128i*>(p)); };
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out),
                     _mm_shuffle_epi8(load(entries), load(entry_orders[bits])));
#elif MDSIM_SIMD_LEVEL == 4
    const uint8x16_t all = vreinterpretq_u8_u16(vld1q_u16(entries));
    vst1q_u16(out, vreinterpretq_u16_u8(vqtbl1q_u8(all, vld1q_u8(entry_orders[bits]))));
#else
    for (unsigned k = 0; k < EntryRun::row_block; ++k) {
        *out = entries[k];
        out += bits >> k & 1u;
    }
#endif
}

/// Appends what the lanes of a pack keep of `count` rows of a block, at least one; `block` begins
/// with the entries of the first lane.
template <int width>
MDSIM_HD void keep_entries(const std::uint16_t* block, std::uint32_t count,
                           const RowMasks<width>& rows, KeptLane* lanes) {
    for (int half = 0; half < RowMasks<width>::halves; ++half) {
        std::uint64_t all = rows.of_lanes(half, count);
        for (int k = 0; k < (width < 8 ? width : 8); ++k, all >>= 8) {
            KeptLane& lane = lanes[8 * half + k];
            const auto bits = static_cast<unsigned>(all & 0xff);
            write_kept(block + (8 * half + k) * std::ptrdiff_t{EntryRun::row_block}, bits,
                       lane.entries + lane.count);
            lane.count += static_cast<std::uint32_t>(__builtin_popcount(bits));
        }
    }
}

/// The first `count` of eight entries, then zeros.
MDSIM_HD EightEntries first_entries(const std::uint16_t* entries, std::uint32_t count) {
    constexpr std::uint16_t all = 0xffff;
    alignas(16) static constexpr std::uint16_t masks[16] = {all, all, all, all, all, all, all, all};
    EightEntries kept, mask;
    __builtin_memcpy(&kept, entries, sizeof kept);
    __builtin_memcpy(&mask, masks + EntryRun::row_block - count, sizeof mask);
    return kept & mask;
}

/// Makes a run of what the lanes of a group have kept, and empties them.
MDSIM_HD void end_kept_run(KeptEntries& kept, std::size_t number) {
    std::uint32_t rows = 0;
    for (const KeptLane& lane : kept.lanes) rows = rows < lane.count ? lane.count : rows;
    for (std::uint32_t row = 0; row < rows; row += EntryRun::row_block) {
        for (std::uint32_t i = 0; i < group_lanes; ++i) {
            const KeptLane& lane = kept.lanes[i];
            const std::uint32_t left = lane.count > row ? lane.count - row : 0;
            const EightEntries entries = first_entries(
                lane.entries + row, left < EntryRun::row_block ? left : EntryRun::row_block);
            __builtin_memcpy(kept.next + EntryRun::place(row, i), &entries, sizeof entries);
        }
    }
    for (KeptLane& lane : kept.lanes) lane.count = 0;
    kept.runs[number] = {kept.next, rows};
    kept.next += EntryRun::capacity(rows);
}

} // namespace mdsim::simd::MDSIM_SIMD
