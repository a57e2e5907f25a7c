// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "core/field.hpp"

namespace mdsim {

/// The section [checkpoint]; the end of a run, a signal and the time limit always write one.
struct CheckpointSettings {
    std::int64_t every = 0;
    double wall_every = 900; ///< [s]
    int keep = 1;

    static constexpr auto fields() {
        return std::make_tuple(
            field("every", &CheckpointSettings::every, Dimension::none, at_least(0),
                  "steps between checkpoints; 0: by the clock alone"),
            field("wall_every", &CheckpointSettings::wall_every, Dimension::wall_time, at_least(0),
                  "time between checkpoints: seconds, \"hh:mm:ss\" or \"15 min\"; 0: never"),
            field("keep", &CheckpointSettings::keep, Dimension::none, between(0, 100),
                  "number of older checkpoints kept beside the newest"));
    }
};

} // namespace mdsim
