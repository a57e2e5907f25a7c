// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "state/structure.hpp"

namespace mdsim {

/// Throws InputError, naming an atom, where one is so many boxes away from the box, by its position
/// and its image counts together, that they could not be counted during a run;
/// `from_file` chooses the words.
void check_image_counts(bool from_file, const Structure& structure);

} // namespace mdsim
