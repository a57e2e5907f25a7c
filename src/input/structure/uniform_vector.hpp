// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/noise.hpp"

namespace mdsim::source {

/// Three numbers uniform in (0, 1) for the place of a particle: a pure function of the arguments.
/// `attempt` counts the draws for one particle.
inline Vec3<double> uniform_vector(std::uint64_t seed, ParticleId id, std::int64_t attempt) {
    const NoiseKey key{seed, id, attempt, NoisePurpose::initial_position};
    const PhiloxBlock a = random_bits(key, 0);
    const PhiloxBlock b = random_bits(key, 1);
    return {uniform(a.word[0], a.word[1]), uniform(a.word[2], a.word[3]),
            uniform(b.word[0], b.word[1])};
}

} // namespace mdsim::source
