// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include "physics/pair/sum.hpp"

namespace mdsim {

/// Whether forces are read from a curve where it is close enough to the potential: floats of a
/// potential that reads samples.
template <class Potential>
inline constexpr bool may_have_curve =
    Potential::uses_samples&& std::is_same_v<typename Potential::value_type, float>;

/// Whether F/r grows without bound towards zero distance, though samples are read, so that no curve
/// reaches there. True of a sum with a part that reads no samples.
template <class Potential> inline constexpr bool unbounded_at_zero = false;
template <template <class> class Truncated, class A, class B>
inline constexpr bool unbounded_at_zero<Truncated<Sum<A, B>>> = A::uses_samples != B::uses_samples;

} // namespace mdsim
