// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/force/walk_args.hpp"
#include "kernels/integrate/move_atoms.hpp"

namespace mdsim {

/// What is summed at a step that is observed, or on which a barostat acts.
struct ObservedSums {
    DeviceSums<pair_sums> pair;
    DeviceSums<kinetic_sum_count> kinetic;
};

} // namespace mdsim
