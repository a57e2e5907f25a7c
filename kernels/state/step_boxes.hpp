// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/state/control.hpp"
#include "kernels/state/step_box.hpp"

namespace mdsim {

/// What the boxes of a batch follow from.
struct BoxSeries {
    MoveRule rule;
    Step count;                    ///< of boxes
    LowerTriangular<double> built; ///< edges at the last rebuild [length]
};

/// The boxes of the steps of a batch as kernels see them: one for all, or one for each and one for
/// the step behind them.
template <class P> struct StepBoxes {
    StepBox<P>* first;
    std::int32_t stride;            ///< 0: one box for all; 1: one for each
    LowerTriangular<double>* edges; ///< of each [length]
    BoxSeries* series;

    /// That of the step in hand of a kernel, whose number in the pass is negative outside of
    /// passes; or of the step that it leads to.
    MDSIM_HD const StepBox<P>& now(const StepPass& pass, int kernel) const {
        return first[place(pass, kernel)];
    }
    MDSIM_HD const StepBox<P>& next(const StepPass& pass, int kernel) const {
        return first[place(pass, kernel) + stride];
    }
    /// That of the step with which a pass begins, between passes.
    MDSIM_HD Step place_between_passes(const Control& control) const {
        return stride == 0 ? 0 : control.step - control.first_step;
    }

    /// The number of the box of the step in hand of a kernel.
    MDSIM_HD std::int32_t place(const StepPass& pass, int kernel) const {
        return stride == 0 || kernel < 0 ? 0 : pass.place + kernel;
    }

    bool operator==(const StepBoxes&) const = default;
};

} // namespace mdsim
