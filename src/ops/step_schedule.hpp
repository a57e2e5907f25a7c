// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/hd.hpp"
#include "core/step_series.hpp"

namespace mdsim {

/// What happens between the half kicks of a step. Where nothing does, both are one phase.
struct SplitWork {
    bool couples = false;  ///< the thermostat acts
    bool observed = false; ///< energy, virial and kinetic tensor are summed, before that

    MDSIM_HD bool any() const { return couples || observed; }
};

/// Which steps of a batch are split, and for what: the one place where hosts and devices look.
struct StepSchedule {
    StepSeries coupled;
    StepSeries observed;

    MDSIM_HD SplitWork plan(Step step) const { return {coupled.on(step), observed.on(step)}; }

    bool operator==(const StepSchedule&) const = default;
};

} // namespace mdsim
