// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <type_traits>

#include "kernels/force/force_curve.hpp"
#include "physics/pair/reduced_potential.hpp"
#include "physics/pair/sum.hpp"

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

/// Whether forces are read from a curve where it is close enough to the potential: floats of a
/// potential that reads samples.
template <class Potential>
inline constexpr bool may_have_curve =
    Potential::uses_samples&& std::is_same_v<typename Potential::value_type, float>;

/// Whether F/r grows without bound towards zero distance, though samples are read: a curve then
/// ends at its core, and pairs within it are computed. True of a sum with a part that reads no
/// samples.
template <class Potential> inline constexpr bool computed_in_core = false;
template <template <class> class Truncated, class A, class B>
inline constexpr bool computed_in_core<Truncated<Sum<A, B>>> = A::uses_samples != B::uses_samples;

/// Bytes of shared memory that hold the potentials of few types.
inline constexpr std::uint32_t potential_cache_bytes = 2048;

} // namespace mdsim
