// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "state/structure.hpp"

namespace mdsim {

/// The lattices that can be built; hcp in its orthorhombic cell of four atoms with c/a = sqrt(8/3).
enum class Lattice { sc, bcc, fcc, hcp, diamond };

/// Perfect or perturbed crystals that fill a periodic, orthorhombic box with whole cells.
struct LatticeSpec {
    Lattice lattice = Lattice::fcc;
    double density = 0;  ///< particles per volume [1 / length^3]; exactly one of density ...
    double constant = 0; ///< ... and the edge a of the cell is above zero [length]
    std::array<std::int64_t, 3> cells{1, 1, 1};
    std::vector<Species> species; ///< copied to the structure as they are
    std::vector<TypeId> basis; ///< the species of each site of the cell; one entry serves all sites
    double perturbation = 0;   ///< each component moves uniformly in (-p, p) [length]
    std::uint64_t seed = 0;
};

/// The sites of the cell, in the order in which `LatticeSpec::basis` names their species.
int lattice_sites(Lattice lattice);

/// The number of particles that make_lattice() places over all blocks.
std::int64_t lattice_count(const LatticeSpec& spec);

/// Places the particles of an id block. Ids count sites first, then cells along x, y, z; the block
/// is cut to the ids that exist. A particle depends on the spec and its id only.
/// Throws InputError naming every fault of the spec.
Structure make_lattice(const LatticeSpec& spec, IdBlock block);

} // namespace mdsim
