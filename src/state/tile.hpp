// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "core/ids.hpp"
#include "core/vec3.hpp"

namespace mdsim {

/// A run of atoms of one cell that is worked on together; its centre is the origin of the real
/// numbers that the pair loops see. A pure function of the content of its cell.
template <class P> struct Tile {
    using Fraction = typename P::Fraction;
    using Real = typename P::Real;

    LocalIndex first = 0;
    std::uint32_t count = 0;
    std::uint32_t cell = 0;   ///< index in LocalCells
    Vec3<Fraction> centre;    ///< of the box around its atoms
    Vec3<double> half_extent; ///< of that box, in units of the fraction
};

} // namespace mdsim
