// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <vector>

#include "config/structure_factor_settings.hpp"
#include "core/box.hpp"
#include "core/error.hpp"
#include "core/units.hpp"

namespace mdsim {

/// Adds an error where the box has no wave vectors for [structure_factor], because it does not
/// repeat or is too small, or too many of them.
void check_waves(const std::optional<StructureFactorSettings>& settings, const Box& box,
                 const Units& units, std::vector<Diagnostic>& errors);

} // namespace mdsim
