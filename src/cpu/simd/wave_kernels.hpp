// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

#include "ops/density_modes.hpp"

namespace mdsim {

/// Atoms of one type, and the waves whose modes they add to. Behind the atoms are others at the
/// corner of the box, so that there are `wave_block_step` n of them.
template <class Bits> struct WaveBlock {
    const Bits *x, *y, *z; ///< fractions of the edges
    Bits* phase;           ///< for as many numbers
    std::size_t count;     ///< at most `mode_terms`
    const WaveVector* wave;
    std::size_t waves;
    std::int64_t* sums;       ///< of each wave: two, see DensityModes
    std::size_t sums_of_wave; ///< from those of a wave to those of the next
};
inline constexpr std::size_t wave_block_step = 16;

template <class Bits> using AddWaves = void (*)(const WaveBlock<Bits>&);

/// Adds the terms of the atoms to the modes, for an instruction set.
namespace simd {
namespace baseline {
AddWaves<std::uint32_t> add_waves_32();
AddWaves<std::uint64_t> add_waves_64();
} // namespace baseline
namespace avx2 {
AddWaves<std::uint32_t> add_waves_32();
AddWaves<std::uint64_t> add_waves_64();
} // namespace avx2
namespace avx512 {
AddWaves<std::uint32_t> add_waves_32();
AddWaves<std::uint64_t> add_waves_64();
} // namespace avx512
namespace neon {
AddWaves<std::uint32_t> add_waves_32();
AddWaves<std::uint64_t> add_waves_64();
} // namespace neon
} // namespace simd

/// The one for the instruction set that simd_level() names.
template <class Bits> AddWaves<Bits> add_waves();

} // namespace mdsim
