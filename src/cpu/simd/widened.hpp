// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "core/matrix3.hpp"
#include "cpu/simd/pack.hpp"

namespace mdsim::simd::MDSIM_SIMD {

template <class Real>
MDSIM_HD LowerTriangular<Pack<Real>> widened_matrix(const LowerTriangular<Real>& m) {
    using Numbers = Pack<Real>;
    return {Numbers(m.xx), Numbers(m.xy), Numbers(m.yy),
            Numbers(m.xz), Numbers(m.yz), Numbers(m.zz)};
}

/// A pack of integers with this value in all lanes.
template <class Real, class Fraction> MDSIM_HD IndexPack<Real> widened_integer(Fraction value) {
    static_assert(sizeof(Real) == sizeof(Fraction));
    Real bits;
    __builtin_memcpy(&bits, &value, sizeof bits);
    return bits_of(Pack<Real>(bits));
}

} // namespace mdsim::simd::MDSIM_SIMD
