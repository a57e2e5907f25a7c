// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <vector>

#include "core/box.hpp"
#include "core/vec3.hpp"
#include "physics/pair/force_field.hpp"

namespace mdsim {

/// Energy, virial and forces of a configuration of one species.
struct DirectSum {
    double energy = 0;               ///< [energy]
    std::array<double, 6> virial{};  ///< sum of r_a F_b over pairs, xx yy zz xy xz yz [energy]
    std::vector<Vec3<double>> force; ///< [energy / length]
};

/// Sums over all pairs of atoms and all periodic images within the cutoff, in plain double
/// precision and without cells, lists or tails: what the engine is compared with.
DirectSum direct_sum(const Box& box, const std::vector<Vec3<double>>& position,
                     const ForceField& field);

} // namespace mdsim
