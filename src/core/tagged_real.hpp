// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

#include "core/hd.hpp"
#include "core/ids.hpp"

namespace mdsim {

/// Types that can stand in the last bits of a number beside them.
inline constexpr TypeId most_tagged_types = 16;

/// The integer of the size of a float or a double.
template <class Real>
using BitsOf = std::conditional_t<sizeof(Real) == 4, std::uint32_t, std::uint64_t>;

/// The bits of a tagged number that hold its type.
template <class Real> inline constexpr BitsOf<Real> tag_mask{most_tagged_types - 1};

/// A number with its last four bits replaced by a type below most_tagged_types: a record of four
/// numbers has room for both. A finite number changes by less than 2^-19 of itself in float and
/// 2^-48 in double. Whoever reads it takes it with the type for the number, so that all see the
/// same.
template <class Real> MDSIM_HD Real tagged(Real value, TypeId type) {
    const auto bits = std::bit_cast<BitsOf<Real>>(value);
    return std::bit_cast<Real>(
        static_cast<BitsOf<Real>>((bits & ~tag_mask<Real>) | (type & tag_mask<Real>)));
}

/// The type that stands in the last bits of a tagged number.
template <class Real> MDSIM_HD TypeId type_in(Real tagged) {
    return static_cast<TypeId>(std::bit_cast<BitsOf<Real>>(tagged) & tag_mask<Real>);
}

} // namespace mdsim
