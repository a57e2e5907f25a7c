// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/box.hpp"
#include "core/ids.hpp"
#include "engine/stage_settings.hpp"

namespace mdsim {

/// A box that strains lead to.
struct ForeseenBox {
    std::size_t stage = 0;
    Step done = 0; ///< steps of the stage that have been done then
    Box box;       ///< less slanted than strains alone make it, as that of a run is [length]
};

/// What is known of the boxes of a run before it begins.
struct BoxOutlook {
    std::vector<ForeseenBox> boxes; ///< on the way, in order; without the first one
    /// The first stage whose box follows the pressure: nothing is known from there on.
    std::optional<std::size_t> follows_pressure;

    /// How dense the densest of the boxes is, in densities of the start; 1 or more.
    double most_dense(const Box& start) const;
};

/// The boxes on the way of stages that begin in `start`, at some steps of each that strains it. A
/// pure function of its arguments.
BoxOutlook foresee_boxes(const std::vector<StageSettings>& stages, const Box& start);

} // namespace mdsim
