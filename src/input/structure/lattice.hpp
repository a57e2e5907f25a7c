// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "input/structure/region.hpp"
#include "input/structure/unit_cell.hpp"
#include "state/structure.hpp"

namespace mdsim {

/// Perfect or perturbed crystals of an orthorhombic box, which they fill or not.
struct LatticeSpec {
    Lattice lattice = Lattice::fcc;
    double density = 0;  ///< particles per volume [1 / length^3]; exactly one of density ...
    double constant = 0; ///< ... and the edge a of the cell is above zero [length]
    std::array<std::int64_t, 3> cells{1, 1, 1};
    bool fill_box = false;             ///< as many cells as `edges` hold, in place of `cells`
    std::optional<Vec3<double>> edges; ///< of the box; those of all cells if absent [length]
    std::array<bool, 3> periodic{true, true, true};
    std::optional<Vec3<double>> center; ///< of the atoms of all cells; that of the box if absent
    std::vector<RegionShape> inside;    ///< sites lie in all of these ...
    std::vector<RegionShape> outside;   ///< ... and in none of these
    std::vector<Species> species;       ///< copied to the structure as they are
    std::vector<TypeId> basis; ///< the species of each site of the cell; one entry serves all sites
    double perturbation = 0;   ///< each component moves uniformly in (-p, p) [length]
    std::uint64_t seed = 0;
};

/// The sites of the cell, in the order in which `LatticeSpec::basis` names their species.
int lattice_sites(Lattice lattice);

/// The box of a lattice, which it may fill or not. `lattice_plan_faults` are none.
Box lattice_box(const LatticeSpec& spec);

/// The number of particles that make_lattice() places over all blocks.
std::int64_t lattice_count(const LatticeSpec& spec);

/// Places the particles of an id block. Ids count sites first, then cells along x, y, z, and only
/// those that regions leave; the block is cut to the ids that exist. A particle depends on the spec
/// and its id only. Throws InputError naming every fault of the spec.
Structure make_lattice(const LatticeSpec& spec, IdBlock block);

} // namespace mdsim
