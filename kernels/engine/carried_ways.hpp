// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include "core/matrix3.hpp"
#include "core/vec3.hpp"
#include "kernels/runtime/stream.hpp"

namespace mdsim {

/// Queues what a change of the box adds to the ways that it has carried atoms: see `carried_on`.
/// `last` and `ways` are [atom].
void carry_ways(const Stream& stream, const Vec3<double>* last,
                const LowerTriangular<double>& change, Vec3<double>* ways, std::size_t atoms);

/// Queues the subtraction of these ways from positions.
void leave_out_ways(const Stream& stream, const Vec3<double>* ways, Vec3<double>* positions,
                    std::size_t atoms);

} // namespace mdsim
