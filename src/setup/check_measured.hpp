// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "config/measure_settings.hpp"
#include "core/box.hpp"
#include "core/error.hpp"

namespace mdsim {

/// Refuses measures of structure that this system has no use for: cutoffs that would make
/// neighbours of most of it, species that it does not have, more neighbours than there are.
/// Cutoffs beyond the box are allowed, as images are neighbours too.
void check_measured(const MeasureSections& sections, const Box& box, std::int64_t atoms,
                    const std::vector<std::string>& species, std::vector<Diagnostic>& errors);

} // namespace mdsim
