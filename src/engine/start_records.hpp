// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <vector>

#include "core/matrix3.hpp"
#include "state/particles.hpp"

namespace mdsim {

/// Forgets the images in directions that do not repeat.
template <class P>
void drop_images(std::vector<AtomRecord<P>>& atoms, const std::array<bool, 3>& periodic);

/// The farthest that an atom has moved since the last rebuild [length].
template <class P>
double farthest_moved(const std::vector<AtomRecord<P>>& atoms,
                      const LowerTriangular<double>& edges);

} // namespace mdsim
