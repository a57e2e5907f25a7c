// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

#include "config/output_sections.hpp"
#include "engine/stage_settings.hpp"

namespace mdsim {

/// About what rank 0 keeps of averages that grow with a window, layers or bins, at the end of their
/// stage: of [viscosity], [conductivity], [profile] and [structure_factor]. Stages and sections
/// pass the checks [bytes].
double average_bytes(const OutputSections& sections, const std::vector<StageSettings>& stages,
                     std::size_t species);

} // namespace mdsim
