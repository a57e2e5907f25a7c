// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include "core/precision.hpp"
#include "cpu/simd/tile_kernels.hpp"

namespace mdsim::test {

/// The kernels of one pair potential, and those of a functional that says the same.
template <class P> struct PotentialKernels {
    TileForce<P> potential;
    TileForce<P> functional;
};

} // namespace mdsim::test

namespace mdsim::simd {

/// Those of the packs of each level, for a number of types.
namespace baseline {
test::PotentialKernels<MixedPrecision> mixed_potential(bool with_energy, std::size_t types);
test::PotentialKernels<DoublePrecision> double_potential(bool with_energy, std::size_t types);
} // namespace baseline
namespace avx2 {
test::PotentialKernels<MixedPrecision> mixed_potential(bool with_energy, std::size_t types);
test::PotentialKernels<DoublePrecision> double_potential(bool with_energy, std::size_t types);
} // namespace avx2
namespace avx512 {
test::PotentialKernels<MixedPrecision> mixed_potential(bool with_energy, std::size_t types);
test::PotentialKernels<DoublePrecision> double_potential(bool with_energy, std::size_t types);
} // namespace avx512
namespace neon {
test::PotentialKernels<MixedPrecision> mixed_potential(bool with_energy, std::size_t types);
test::PotentialKernels<DoublePrecision> double_potential(bool with_energy, std::size_t types);
} // namespace neon

} // namespace mdsim::simd
