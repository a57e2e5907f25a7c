// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <type_traits>

#include "core/contract.hpp"
#include "core/hd.hpp"
#include "core/ids.hpp"
#include "core/logarithm.hpp"
#include "core/math.hpp"
#include "core/philox.hpp"
#include "core/sine_cosine.hpp"
#include "core/vec3.hpp"

namespace mdsim {

/// What a random number is for: the one list, so that no two uses ever share a stream. The numbers
/// are part of every stored trajectory: new purposes go to the end, none is ever given twice.
enum class NoisePurpose : std::uint8_t {
    initial_velocity = 0,
    langevin = 1,
    initial_position = 2,
    random_brick = 3, ///< redraws of the decomposition in tests
    thermostat = 4,   ///< of all atoms at once
    lattice_site = 5, ///< what a site of a lattice holds
    andersen = 6,     ///< collisions, and the velocities that they give
    barostat = 7
};

/// Names one random draw: the same key always gives the same numbers, wherever it is evaluated.
struct NoiseKey {
    std::uint64_t seed = 0;
    ParticleId id = 0; ///< below 2^48
    Step step = 0;
    NoisePurpose purpose = NoisePurpose::initial_velocity;
};

/// The `block`-th 128 random bits of a key; up to 256 blocks.
MDSIM_HD PhiloxBlock random_bits(const NoiseKey& key, std::uint32_t block) {
    MDSIM_EXPECT(key.id >= 0 && key.id >> 48 == 0 && block < 256);
    const auto id = static_cast<std::uint64_t>(key.id);
    const auto step = static_cast<std::uint64_t>(key.step);
    const std::uint32_t use = static_cast<std::uint32_t>(key.purpose) << 24 | block << 16;
    const PhiloxBlock counter{
        {static_cast<std::uint32_t>(id), use | (static_cast<std::uint32_t>(id >> 32) & 0xFFFFu),
         static_cast<std::uint32_t>(step), static_cast<std::uint32_t>(step >> 32)}};
    return philox(counter, {{static_cast<std::uint32_t>(key.seed),
                             static_cast<std::uint32_t>(key.seed >> 32)}});
}

/// A number in (0, 1), both ends excluded, from 32 random bits; of mean 1/2 to 2^-25.
MDSIM_HD float uniform(std::uint32_t bits) {
    // Shrunk by 2^-24, or a float would round up to 1 at the upper end.
    const auto whole = static_cast<std::int32_t>((bits >> 1) - (bits >> 25));
    return fused_multiply_add(static_cast<float>(whole), 0x1p-31f, 0x1p-32f);
}

/// A number in (0, 1), both ends excluded, from 52 of 64 random bits; exactly symmetric about 1/2.
MDSIM_HD double uniform(std::uint32_t high, std::uint32_t low) {
    const std::uint64_t whole = (static_cast<std::uint64_t>(high) << 32 | low) >> 12;
    return (static_cast<double>(static_cast<std::int64_t>(whole)) + 0.5) * 0x1p-52;
}

/// A pair of independent standard normal numbers.
template <class Real> struct GaussianPair {
    Real first;
    Real second;
};

/// Box and Muller (1958), Ann. Math. Stat. 29, 610, from a number in (0, 1) and one in [0, 1].
template <class Real> MDSIM_HD GaussianPair<Real> box_muller(Real radius_uniform, Real turns) {
    MDSIM_EXPECT(radius_uniform > 0 && radius_uniform < 1);
    const Real radius = square_root(Real(-2) * logarithm(radius_uniform));
    const SineCosine<Real> angle = sine_cosine_of_turns(turns);
    return {radius * angle.cosine, radius * angle.sine};
}

/// Three independent standard normal numbers: a pure function of the key.
///
/// Float draws reach 6.6 standard deviations, double draws 8.5; mean and variance are those of the
/// normal distribution to 1e-6.
template <class Real> MDSIM_HD Vec3<Real> gaussian_triple(const NoiseKey& key) {
    const PhiloxBlock a = random_bits(key, 0);
    if constexpr (std::is_same_v<Real, float>) {
        const GaussianPair<float> xy = box_muller(uniform(a.word[0]), uniform(a.word[1]));
        const GaussianPair<float> z = box_muller(uniform(a.word[2]), uniform(a.word[3]));
        return {xy.first, xy.second, z.first};
    } else {
        const PhiloxBlock b = random_bits(key, 1);
        const GaussianPair<double> xy =
            box_muller(uniform(a.word[0], a.word[1]), uniform(a.word[2], a.word[3]));
        const GaussianPair<double> z =
            box_muller(uniform(b.word[0], b.word[1]), uniform(b.word[2], b.word[3]));
        return {xy.first, xy.second, z.first};
    }
}

} // namespace mdsim
