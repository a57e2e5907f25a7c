// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/hd.hpp"
#include "core/matrix3.hpp"
#include "core/vec3.hpp"

namespace mdsim {

/// A wave that fits a periodic box: how many of its periods lie along each edge. Its wave vector is
/// q = 2 pi h^-1 n, with the edges of the box as the rows of h.
using WaveVector = Vec3<std::int32_t>;

/// |q| in a box with such edges [1 / length].
double wave_number(const WaveVector& wave, const LowerTriangular<double>& edges);

/// The smallest |q| of a box, of the waves that have at most one period along each edge [1 /
/// length].
double smallest_wave_number(const LowerTriangular<double>& edges);

/// About how many waves of a box are up to a wave number, each with its opposite counted once: the
/// half of a sphere over the volume (2 pi)^3 / V of one.
double waves_within(double largest, double volume);

/// Shells of equal thickness in |q| from 0 to `largest` [1 / length].
struct WaveShells {
    double largest = 1;
    std::size_t count = 1;
    std::int64_t most_waves = 0; ///< of a shell; 0: all
};

/// The waves of a box up to a wave number, of which n and -n are one.
struct ShellWaves {
    std::vector<WaveVector> wave;     ///< in the order of their integers, the first counting most
    std::vector<std::uint32_t> shell; ///< of each
    std::int64_t found = 0; ///< waves there are, before shells that are too full were thinned
};

/// Finds the waves in shells of a box with such edges; of a shell with more than `most_waves` it
/// keeps so many, evenly over their order. Depends on its arguments alone, to the last bit. A shell
/// holds its upper end, and what is beyond it by rounding: waves of equal |q| are in one.
ShellWaves find_waves(const LowerTriangular<double>& edges, const WaveShells& shells);

} // namespace mdsim
