// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/buffer.hpp"
#include "cpu/list_geometry.hpp"
#include "cpu/simd/kernels.hpp"
#include "ops/list_settings.hpp"
#include "physics/pair/force_field.hpp"

namespace mdsim {

/// One truncated potential as the kernels read it: a column of numbers for each constant.
template <class P> struct PotentialColumns {
    using Real = typename P::Real;

    std::vector<Real> values;
    std::vector<Real> samples;
    std::uint32_t stride = 0;
    std::uint32_t types = 0;
    TileForce<P> force = nullptr;
    TileForce<P> force_and_energy = nullptr;

    PotentialTable<Real> table() const { return {values.data(), stride, types, samples.data()}; }
};

/// The potentials of a force field with their kernels, and which pairs of types each one lists.
template <class P> struct PotentialSet {
    std::vector<PotentialColumns<P>> potentials;
    std::vector<typename P::Real>
        cutoff2; ///< of the potentials, in the order of `ranges.range2` [length^2]
    ListRanges<P> ranges;

    /// Pairs on which no potential acts are listed only if distances are sampled.
    PotentialSet(const ForceField& force_field, const ListSettings& settings);
};

} // namespace mdsim
