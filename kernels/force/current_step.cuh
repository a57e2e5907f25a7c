// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "kernels/state/control.hpp"

namespace mdsim {

/// The step that a kernel does: its number in the graph pass, and the buffer of positions in use as
/// it begins.
struct CurrentStep {
    int kernel;
    int position;

    __device__ CurrentStep(const Control& control, int k)
        : kernel(number_in_pass(control, k)), position(positions_before(control, kernel)) {}
};

/// Read past the cache of the SM, as a kernel before may just have changed it.
__device__ inline int last_of_pass(const Control& control) {
    return *static_cast<const volatile std::int32_t*>(&control.last_of_pass);
}

/// Whether a kernel of a step has nothing to do in a pass that ends with kernel `last`.
__device__ inline bool left_out(const Control& control, int kernel, int last) {
    if (kernel == branch_kernel) return control.first_of_pass > last;
    return kernel > last || (kernel >= 0 && kernel < control.first_of_body);
}

/// The same for the pass as it ends now. What a kernel before it may just have changed is looked at
/// first.
__device__ inline bool left_out(const Control& control, int kernel) {
    return left_out(control, kernel, last_of_pass(control));
}

} // namespace mdsim
