// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/runtime/device_sums.hpp"
#include "kernels/runtime/stream.hpp"
#include "kernels/state/atoms_view.hpp"
#include "kernels/state/motion_view.hpp"
#include "ops/descent.hpp"

namespace mdsim {

/// The sums of a descent: power, squares of velocities, squares of forces.
inline constexpr int descent_sum_count = 3;

/// Queues the search for the largest atoms by their stored forces; `sizes` must be zero.
template <class P>
void find_descent_sizes(const Stream& stream, const AtomsView<P>& atoms, const MotionView<P>& view,
                        DescentSizes* sizes);

/// Queues the summing of forces and velocities in these units, which no atom exceeds, into `sums`,
/// which must be zero.
template <class P>
void sum_descent(const Stream& stream, const AtomsView<P>& atoms, const DescentUnits& units,
                 DeviceSums<descent_sum_count>* sums);

/// Queues v -> keep v + gain F.
template <class P>
void turn_atoms(const Stream& stream, const AtomsView<P>& atoms, const FireTurn& turn);

} // namespace mdsim
