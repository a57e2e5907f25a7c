// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "input/structure/occupation.hpp"
#include "input/structure/orientation.hpp"
#include "input/structure/region.hpp"
#include "input/structure/unit_cell.hpp"
#include "state/structure.hpp"

namespace mdsim {

/// Perfect or perturbed crystals of an orthorhombic box, which they fill or not.
struct LatticeSpec {
    Lattice lattice = Lattice::fcc;
    double density = 0;  ///< sites per volume [1 / length^3]; exactly one of density ...
    double constant = 0; ///< ... and the edge a of the cell is above zero [length]
    std::optional<Orientation> orient; ///< what lies along x, y, z; the edges of the cell if absent
    std::array<std::int64_t, 3> cells{1, 1, 1}; ///< conventional ones, or the smallest oriented
    bool fill_box = false;             ///< as many cells as `edges` hold, in place of `cells`
    std::optional<Vec3<double>> edges; ///< of the box; those of all cells if absent [length]
    std::array<bool, 3> periodic{true, true, true};
    std::optional<Vec3<double>> center;    ///< of the atoms of all cells; that of the box if absent
    std::vector<RegionShape> inside;       ///< sites lie in all of these ...
    std::vector<RegionShape> outside;      ///< ... and in none of these
    std::vector<Species> species;          ///< copied to the structure as they are
    std::vector<source::Mixture> mixtures; ///< what sites hold that do not all hold one species
    /// What each site of the conventional cell holds, or each of its sublattices, or all: a species
    /// or, from species.size() on, a mixture. Sites that hold the same are a sublattice.
    std::vector<TypeId> basis;
    std::int64_t vacancies = 0;  ///< sites that hold nothing; or else ...
    double vacancy_fraction = 0; ///< ... which part of the sites that is, to the nearest number
    double perturbation = 0;     ///< each component moves uniformly in (-p, p) [length]
    std::uint64_t seed = 0;
};

/// The sites of the conventional cell.
int lattice_sites(Lattice lattice);

/// Whether a basis of so many entries tells what each site of the conventional cell holds.
bool is_basis(Lattice lattice, std::size_t entries);

/// The box of a lattice, which it may fill or not. `lattice_cell_faults` are none.
Box lattice_box(const LatticeSpec& spec);

/// What make_lattice() places over all blocks, whatever the seed.
struct LatticeCounts {
    std::int64_t atoms = 0;
    std::int64_t vacancies = 0;
    std::vector<std::int64_t> of_species;
};

/// Counts the atoms of a lattice without errors. Throws InputError where none would be left.
LatticeCounts lattice_counts(const LatticeSpec& spec);

/// The number of particles that make_lattice() places over all blocks. Throws as lattice_counts().
std::int64_t lattice_count(const LatticeSpec& spec);

/// Places the particles of an id block. Ids count sites first, then cells along x, y, z, and only
/// sites that regions leave. Without regions the last particles have the ids of the sites that are
/// empty; with them, empty sites are passed over. The block is cut to the ids that exist. A
/// particle depends on the spec and its id only. Throws InputError naming every fault of the spec.
Structure make_lattice(const LatticeSpec& spec, IdBlock block);

} // namespace mdsim
