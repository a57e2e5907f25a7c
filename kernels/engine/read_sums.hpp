// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/force/walk_args.hpp"
#include "kernels/integrate/descend.hpp"
#include "kernels/integrate/move_atoms.hpp"
#include "ops/heat_current.hpp"
#include "ops/layer_sums.hpp"
#include "ops/sums.hpp"

namespace mdsim {

/// The sums that a device has taken, for the host.
PairSums read_sums(const DeviceSums<pair_sums>& from);
KineticSums read_sums(const DeviceSums<kinetic_sum_count>& from);
DescentSums read_sums(const DeviceSums<descent_sum_count>& from);
HeatCurrent read_sums(const DeviceSums<heat_current_sums>& from);
/// Of one layer, added to those of all.
void add_sums(const DeviceSums<layer_sum_count>& from, LayerSums& to, std::size_t layer);

} // namespace mdsim
