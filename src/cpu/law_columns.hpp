// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/buffer.hpp"
#include "cpu/list_geometry.hpp"
#include "cpu/simd/kernels.hpp"
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
    ListRanges<P> ranges;

    /// Lists reach `skin` beyond the cutoff of each pair, or beyond `reach` where that is more
    /// [length]. Pairs on which no law acts are listed only where there is a reach.
    LawSet(const ForceField& force_field, double skin, double reach);
};

} // namespace mdsim
