// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "core/contract.hpp"
#include "core/hd.hpp"
#include "core/ids.hpp"

namespace mdsim {

/// Steps at equal distances, from `first` on without end; none where `every` is 0.
struct StepSeries {
    Step first = 0;
    std::int64_t every = 0;

    MDSIM_HD bool any() const { return every > 0; }

    MDSIM_HD bool on(Step step) const {
        return every > 0 && step >= first && (step - first) % every == 0;
    }

    /// The first of them from `step` on.
    MDSIM_HD Step next_from(Step step) const {
        MDSIM_EXPECT(every > 0);
        return step <= first ? first : first + (step - first + every - 1) / every * every;
    }

    /// How many of them come before a step.
    MDSIM_HD std::int64_t before(Step step) const {
        return every > 0 && step > first ? (step - first + every - 1) / every : 0;
    }

    /// The steps so many behind each of them.
    MDSIM_HD StepSeries later(std::int64_t steps) const { return {first + steps, every}; }

    bool operator==(const StepSeries&) const = default;
};

} // namespace mdsim
