// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <type_traits>

#include "kernels/forces/force_curve.hpp"
#include "physics/pair/reduced_law.hpp"

namespace mdsim {

/// A law and where it ends, for one pair of types.
template <class Law> struct alignas(16) LawEntry {
    Law law;
    typename Law::value_type cutoff2; ///< [length^2]
};

/// A truncated law for all pairs of types, as kernels read it.
template <class Law> struct LawTable {
    using Real = typename Law::value_type;

    LawEntry<Law> only;        ///< where there is one type
    const LawEntry<Law>* pair; ///< [type][type]
    std::uint32_t types;
    const Real* samples;
    LawUnits<Real> units; ///< of the only law
    ForceCurve curve;     ///< of forces where there is one type, if `may_have_curve`
};

/// Whether forces are read from a curve where it is close enough to the law: floats of a law that
/// reads samples.
template <class Law>
inline constexpr bool may_have_curve =
    Law::uses_samples&& std::is_same_v<typename Law::value_type, float>;

/// Bytes of shared memory that hold the laws of few types.
inline constexpr std::uint32_t law_cache_bytes = 2048;

} // namespace mdsim
