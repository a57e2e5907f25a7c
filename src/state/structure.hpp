// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/box.hpp"
#include "core/ids.hpp"
#include "core/vec3.hpp"
#include "state/atom_labels.hpp"
#include "state/id_block.hpp"

namespace mdsim {

/// The number of species that a system may have. What is kept of each pair grows with the square:
/// at this number it takes some hundred megabytes, and nobody can give the potentials of ten times
/// as many.
inline constexpr std::size_t most_species = 1000;

/// A kind of particle.
struct Species {
    std::string name;
    double mass = 0;   ///< [energy time^2 / length^2]; zero where the structure does not say
    double charge = 0; ///< [elementary charge]
};

/// The particles that a structure file or a lattice describes, in any order, as one rank holds
/// them.
///
/// All vectors have one entry a particle, or none where the source does not give the quantity.
/// `total` counts the particles of all ranks; ids are unique and fill 0 ... total - 1.
struct Structure {
    Box box;
    std::vector<Species> species;
    std::int64_t total = 0;

    std::vector<ParticleId> id;
    std::vector<TypeId> type;
    std::vector<Vec3<double>> position;    ///< Cartesian, need not lie inside the box [length]
    std::vector<Vec3<double>> velocity;    ///< may be empty [length / time]
    std::vector<Vec3<std::int32_t>> image; ///< may be empty; boxes to add when unwrapping
    std::vector<double> charge;            ///< may be empty [elementary charge]
    AtomLabels labels;                     ///< the numbers that the source gives its particles
};

} // namespace mdsim
