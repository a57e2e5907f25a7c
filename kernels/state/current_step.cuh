// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "kernels/state/control.hpp"

namespace mdsim {

/// The pass as it is now: past the cache of the SM, as a kernel before may just have ended it, and
/// at once, as each block waits for it before all else.
__device__ inline StepPass read_pass(const Control& control) {
    static_assert(sizeof(StepPass) == 16);
    StepPass pass;
    asm volatile("ld.volatile.global.v4.s32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(pass.last), "=r"(pass.first_of_body), "=r"(pass.buffer), "=r"(pass.place)
                 : "l"(__cvta_generic_to_global(&control.pass))
                 : "memory");
    return pass;
}

/// Its last kernel alone, once more.
__device__ inline int last_of_pass(const Control& control) {
    return *static_cast<const volatile std::int32_t*>(&control.pass.last);
}

/// The step that a kernel does: its number in the graph pass, and the buffer of positions in use as
/// it begins.
struct CurrentStep {
    int kernel;
    int position;

    /// `pass` is that of the control.
    __device__ CurrentStep(const Control& control, const StepPass& pass, int queued)
        : kernel(number_in_pass(queued)),
          position(kernel < 0 ? control.position_buffer : positions_before(pass, kernel)) {}
    __device__ CurrentStep(const Control& control, int queued)
        : CurrentStep(control, read_pass(control), queued) {}
};

/// Whether a kernel of a step has nothing to do in a pass.
__device__ inline bool left_out(const StepPass& pass, int kernel) {
    return !does_step(pass, kernel);
}

/// The same for the pass as it is now.
__device__ inline bool left_out(const Control& control, int kernel) {
    return left_out(read_pass(control), kernel);
}

} // namespace mdsim
