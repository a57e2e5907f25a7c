// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/runtime/device_sums.hpp"
#include "kernels/runtime/stream.hpp"
#include "kernels/state/atoms_view.hpp"
#include "ops/heat_current.hpp"

namespace mdsim {

/// Queues the sum over the atoms of this rank, of masses by type, whose shares have been found,
/// into what must be zero.
template <class P>
void sum_heat_current(const Stream& stream, const ColumnsView<P>& atoms, const double* mass,
                      DeviceSums<heat_current_sums>* sums);

} // namespace mdsim
