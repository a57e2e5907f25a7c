// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "cpu/list_geometry.hpp"
#include "cpu/simd/kernels.hpp"
#include "ops/list_settings.hpp"
#include "physics/curve/force_curve.hpp"
#include "physics/curve/radial_curve.hpp"
#include "physics/functional/pair_functional.hpp"
#include "physics/pair/force_field.hpp"

namespace mdsim {

/// One truncated potential or functional as the kernels read it: a column of numbers for each
/// constant.
template <class P> struct PotentialColumns {
    using Real = typename P::Real;

    std::vector<Real> values;
    std::vector<Real> samples;
    std::uint32_t stride = 0;
    std::uint32_t types = 0;
    StoredRadialCurve curve; ///< of the forces of a functional; empty where the kernels read none
    StoredCurve force_curve; ///< the same of a potential

    /// The kernel of its forces that sums up what is wanted beside them.
    TileForce<P> force(WantedSums wanted) const { return forces[static_cast<std::size_t>(wanted)]; }
    /// Takes kernel_of(wanted) for each.
    template <class KernelOf> void set_forces(const KernelOf& kernel_of) {
        for (const WantedSums wanted : {WantedSums::none, WantedSums::diagonals, WantedSums::all})
            forces[static_cast<std::size_t>(wanted)] = kernel_of(wanted);
    }

    PotentialTable<Real> table() const { return table_with(curve); }
    /// The same with another curve.
    PotentialTable<Real> table_with(const StoredRadialCurve& other) const {
        PotentialTable<Real> table{values.data(),  stride,      types,
                                   samples.data(), other.curve, force_curve.curve};
        table.curve.piece = other.pieces.data();
        table.force_curve.piece = force_curve.pieces.data();
        return table;
    }

  private:
    std::array<TileForce<P>, 3> forces{};
};

/// One functional with its kernels: densities, what is made of them, forces, and shares of atoms.
template <class P> struct FunctionalColumns {
    PotentialColumns<P> pairs;       ///< with the forces by given slopes
    StoredRadialCurve density_curve; ///< empty where the kernel of densities reads none
    TileForce<P> share = nullptr;    ///< energies and virials of atoms, see ShareWalk
    TileDensity<P> density = nullptr;
    PotentialColumns<P> kept; ///< the ranges up to which entries are kept: see KeptRuns
    TileKeep<P> keep = nullptr;
    std::vector<bool> serves;                      ///< each type
    std::function<Embedded(TypeId, double)> embed; ///< the density at an atom of a type it serves
};

/// The potentials and functionals of a force field with their kernels, and which pairs of types
/// each one lists: first the potentials, then the pair functionals, then what has rounds of another
/// kind: moment functionals or cluster functionals.
template <class P> struct PotentialSet {
    std::vector<PotentialColumns<P>> potentials;
    std::vector<FunctionalColumns<P>> functionals;
    std::size_t others = 0;                ///< the number of moment and cluster functionals
    double margin = 0;                     ///< of what is kept of lists [length]
    std::vector<typename P::Real> cutoff2; ///< of both, in the order of `ranges.range2` [length^2]
    ListRanges<P> ranges;

    /// Pairs on which no potential acts are listed only if distances are sampled.
    PotentialSet(const ForceField& force_field, const ListSettings& settings);

  private:
    void add_potentials(const ForceField& force_field);
    void add_functionals(const ForceField& force_field);
    template <class AnyTable> void add_others(const std::vector<AnyTable>& tables);
    void set_ranges(const ListSettings& settings);
};

} // namespace mdsim
