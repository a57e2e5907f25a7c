// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "input/structure/region.hpp"
#include "state/structure.hpp"

namespace mdsim {

/// Particles at random places of a box.
struct RandomSpec {
    Box box;                          ///< may be triclinic, may have open directions
    std::vector<Species> species;     ///< copied to the structure as they are
    std::vector<std::int64_t> counts; ///< particles of each species; ids go species by species
    double min_distance = 0;          ///< between any two particles, images included [length]
    std::uint64_t seed = 0;
    std::vector<RegionShape> inside;    ///< particles lie in all of these ...
    std::vector<RegionShape> outside;   ///< ... and in none of these
    std::vector<Vec3<double>> occupied; ///< other particles, from which distance is kept [length]
    ParticleId first_id = 0;            ///< ids begin here; blocks still count from 0
};

/// The number of particles that make_random() places over all blocks.
std::int64_t random_count(const RandomSpec& spec);

/// Places the particles of an id block; the block is cut to the ids that exist. Without a minimum
/// distance a particle depends on the seed, its id and the regions only. With one, particles are
/// inserted one after the other (random sequential insertion) by every caller alike, so that any
/// blocks of the same spec fit together; each takes its first allowed place of a fixed series.
/// Throws InputError naming every fault of the spec, or the fraction that could be placed.
Structure make_random(const RandomSpec& spec, IdBlock block);

} // namespace mdsim
