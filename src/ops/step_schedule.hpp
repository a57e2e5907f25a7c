// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "core/hd.hpp"
#include "core/step_series.hpp"

namespace mdsim {

/// What happens between the half kicks of a step. Where nothing does, both are one phase.
struct SplitWork {
    bool observed = false;       ///< a sample is taken, before all else
    bool for_thermostat = false; ///< sums are taken that the thermostat acts by
    bool for_barostat = false;   ///< or the barostat, and the thermostat within its action
    bool couples = false;        ///< the thermostat acts
    bool rescales = false;       ///< the barostat acts, and the thermostat within its action

    MDSIM_HD bool any() const { return acts() || sums() || for_thermostat; }
    /// Whether sums are taken that something acts by.
    MDSIM_HD bool measures() const { return for_thermostat || for_barostat; }
    /// Whether something changes the velocities of all atoms.
    MDSIM_HD bool acts() const { return couples || rescales; }
    /// Whether energy, virial and the whole kinetic tensor are summed.
    MDSIM_HD bool sums() const { return for_barostat || observed; }
    /// Whether the step is done as those with all sums are, though it may not need them.
    MDSIM_HD bool takes_all() const { return sums() || rescales; }

    bool operator==(const SplitWork&) const = default;
};

/// Which steps of a batch are split, and for what: the one place where hosts and devices look.
struct StepSchedule {
    StepSeries coupled;  ///< whose sums the thermostat acts by
    StepSeries rescaled; ///< likewise the barostat
    StepSeries observed;
    /// The steps from one whose sums thermostat and barostat act by to the one on which they act.
    std::int64_t delay = 0;

    MDSIM_HD SplitWork plan(Step step) const {
        return {observed.on(step), coupled.on(step), rescaled.on(step), coupled.on(step - delay),
                rescaled.on(step - delay)};
    }

    /// Whether any step is split.
    bool any() const { return coupled.any() || rescaled.any() || observed.any(); }

    bool operator==(const StepSchedule&) const = default;
};

} // namespace mdsim
