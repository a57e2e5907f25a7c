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

/// One truncated law as the kernels read it: a column of numbers for each constant.
template <class P> struct LawColumns {
    using Real = typename P::Real;

    std::vector<Real> values;
    std::vector<Real> samples;
    std::uint32_t stride = 0;
    std::uint32_t types = 0;
    TileForce<P> force = nullptr;
    TileForce<P> force_and_energy = nullptr;

    LawTable<Real> table() const { return {values.data(), stride, types, samples.data()}; }
};

/// The laws of a force field with their kernels, and which pairs of types each one lists.
template <class P> struct LawSet {
    std::vector<LawColumns<P>> laws;
    std::vector<typename P::Real> cutoff2; ///< as `ranges.range2`, of the laws alone [length^2]
    ListRanges<P> ranges;

    /// Pairs on which no law acts are listed only where there is a reach.
    LawSet(const ForceField& force_field, const ListSettings& settings);
};

} // namespace mdsim
