// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/box.hpp"
#include "core/ids.hpp"
#include "core/vec3.hpp"

namespace mdsim {

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
};

/// The share of `total` particles, by id, that one of `parts` readers takes: [first, last).
struct IdBlock {
    std::int64_t first = 0;
    std::int64_t last = 0;

    static IdBlock of(std::int64_t total, int part, int parts) {
        return {total / parts * part + total % parts * part / parts,
                total / parts * (part + 1) + total % parts * (part + 1) / parts};
    }
    bool contains(ParticleId id) const { return first <= id && id < last; }
    std::int64_t size() const { return last - first; }
};

} // namespace mdsim
