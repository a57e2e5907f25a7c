// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>

#include "core/ids.hpp"

namespace mdsim {

/// Stands for no particle where a ParticleId is expected; above all that there are.
inline constexpr ParticleId no_particle = std::numeric_limits<ParticleId>::max();

} // namespace mdsim
