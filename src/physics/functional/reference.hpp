// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "core/box.hpp"
#include "core/ids.hpp"
#include "core/vec3.hpp"
#include "physics/pair/force_field.hpp"

namespace mdsim {

/// Energy, forces and virial of all atoms.
struct ReferenceForces {
    double energy = 0;               ///< [energy]
    double virial[6] = {};           ///< sum of r F, xx yy zz xy xz yz [energy]
    std::vector<Vec3<double>> force; ///< [energy / length]
    std::vector<double>
        atom_energy;             ///< of each atom: half of its pairs, embedding, cluster [energy]
    std::vector<double> density; ///< of atoms that belong to a functional
};

/// Sums a force field directly over all pairs and all images, pair potentials and functionals, in
/// double precision: the reference for every driver, with no list, no tile and no round. The box
/// may be smaller than the cutoff. Positions may lie anywhere [length]; `type` holds one for each.
ReferenceForces reference_forces(const ForceField& field, const Box& box,
                                 const std::vector<Vec3<double>>& position,
                                 const std::vector<TypeId>& type);

} // namespace mdsim
