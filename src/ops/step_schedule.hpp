// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/hd.hpp"
#include "core/step_series.hpp"

namespace mdsim {

/// What happens between the half kicks of a step. Where nothing does, both are one phase.
struct SplitWork {
    bool couples = false;  ///< the thermostat acts
    bool rescales = false; ///< the barostat acts, and the thermostat within its action
    bool observed = false; ///< a sample is taken, before that

    MDSIM_HD bool any() const { return acts() || observed; }
    /// Whether something changes the velocities of all atoms.
    MDSIM_HD bool acts() const { return couples || rescales; }
    /// Whether energy, virial and the whole kinetic tensor are summed.
    MDSIM_HD bool sums() const { return rescales || observed; }
};

/// Which steps of a batch are split, and for what: the one place where hosts and devices look.
struct StepSchedule {
    StepSeries coupled;
    StepSeries rescaled;
    StepSeries observed;

    MDSIM_HD SplitWork plan(Step step) const {
        return {coupled.on(step), rescaled.on(step), observed.on(step)};
    }

    /// Whether any step is split.
    bool any() const { return coupled.any() || rescaled.any() || observed.any(); }

    bool operator==(const StepSchedule&) const = default;
};

} // namespace mdsim
