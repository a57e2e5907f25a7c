// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "config/config.hpp"
#include "state/structure.hpp"

namespace mdsim {

/// Throws InputError, naming an atom, where one is so many boxes away from the box, by its position
/// and its image counts together, that they could not be counted during a run.
void check_image_counts(const Config& config, const Structure& structure);

} // namespace mdsim
