// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "core/box.hpp"
#include "core/vec3.hpp"

namespace mdsim {

/// Vectors to all images of the box that a range, which must be positive, may reach from one that
/// is at most an edge away; the box itself is one of them [length].
std::vector<Vec3<double>> image_vectors(const Box& box, double range);

/// A position moved by whole edges into the box, where it repeats.
Vec3<double> wrapped(const Box& box, const Vec3<double>& position);

} // namespace mdsim
