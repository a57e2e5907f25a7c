// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "physics/curve/force_curve.hpp"
#include "physics/curve/may_have_curve.hpp"
#include "physics/pair/reduced_potential.hpp"

namespace mdsim {

/// A potential and where it ends, for one pair of types.
template <class Potential> struct alignas(16) PotentialEntry {
    Potential potential;
    typename Potential::value_type cutoff2; ///< [length^2]
};

/// A truncated potential for all pairs of types, as kernels read it.
template <class Potential> struct DevicePotentials {
    using Real = typename Potential::value_type;

    PotentialEntry<Potential> only;        ///< where there is one type
    const PotentialEntry<Potential>* pair; ///< [type][type]
    std::uint32_t types;
    const Real* samples;
    PotentialUnits<Real> units; ///< of the only potential
    ForceCurve curve;           ///< of forces where there is one type, if `may_have_curve`
};

/// Bytes of shared memory that hold the potentials of few types.
inline constexpr std::uint32_t potential_cache_bytes = 2048;

} // namespace mdsim
