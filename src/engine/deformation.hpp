// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/ids.hpp"
#include "core/matrix3.hpp"
#include "engine/stage_settings.hpp"

namespace mdsim {

/// The edges of the box of a stage that deforms it, after so many of its steps [length]; `start` is
/// what they were as the stage began.
///
/// A pure function of its arguments. Strains are of the box of `start`: its edges as row vectors
/// are multiplied by the gradient 1 + e on the diagonal, and by the shears below it.
LowerTriangular<double> deformed_edges(const LowerTriangular<double>& start,
                                       const StageSettings& stage, Step done);

} // namespace mdsim
