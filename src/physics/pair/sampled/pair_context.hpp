// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <string>

#include "core/units.hpp"

namespace mdsim {

/// What a potential may ask of the input beside its own keys.
struct PairContext {
    const Units& units;
    const std::array<std::string, 2>& species; ///< names, in the order of the input
};

} // namespace mdsim
