// SPDX-License-Identifier: BSD-3-Clause
#include "cpu/simd/wave_kernels.hpp"

#include "cpu/simd/pack.hpp"

namespace mdsim::simd::MDSIM_SIMD {

namespace {

/// Adds the terms of all atoms to one mode, whose phases `phase_at` gives and keeps. Sums are whole
/// numbers, so that the compiler may add them up in any order.
template <class Bits, class PhaseAt>
MDSIM_HD void add_wave(const WaveBlock<Bits>& block, std::int64_t* sums, const PhaseAt& phase_at) {
    using Whole = std::make_signed_t<Bits>;
    Bits cosine = 0, sine = 0;
    const std::size_t steps = block.count / wave_block_step;
#pragma omp simd reduction(+ : cosine, sine)
    for (std::size_t i = 0; i < steps * wave_block_step; ++i) {
        const Bits phase = phase_at(i);
        const ModeTerms<Bits> terms = mode_terms_of(phase);
        block.phase[i] = phase;
        cosine += terms.cosine;
        sine += terms.sine;
    }
    sums[0] += static_cast<Whole>(cosine);
    sums[1] += static_cast<Whole>(sine);
}

/// Waves mostly have one more period along z than the last one: a sum gives their phases.
template <class Bits> void add_all(const WaveBlock<Bits>& block) {
    const Bits* const x = block.x;
    const Bits* const y = block.y;
    const Bits* const z = block.z;
    const Bits* const last_phase = block.phase;
    for (std::size_t w = 0; w < block.waves; ++w) {
        const WaveVector n = block.wave[w];
        std::int64_t* const sums = block.sums + w * block.sums_of_wave;
        if (w > 0 && block.wave[w - 1] + WaveVector{0, 0, 1} == n)
            add_wave(block, sums, [=](std::size_t i) { return last_phase[i] + z[i]; });
        else
            add_wave(block, sums, [=](std::size_t i) { return phase_of(n, x[i], y[i], z[i]); });
    }
}

} // namespace

AddWaves<std::uint32_t> add_waves_32() { return &add_all<std::uint32_t>; }
AddWaves<std::uint64_t> add_waves_64() { return &add_all<std::uint64_t>; }

} // namespace mdsim::simd::MDSIM_SIMD
