// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/force/walk_args.hpp"
#include "kernels/integrate/couple_atoms.hpp"

namespace mdsim {

/// Queues both turns of a rank that is alone in one kernel, as part of step kernel `walk.kernel`:
/// the thermostat acts by its sums, then by those of the velocities that its closing turn leaves.
/// The same bits as by couple_atoms and sum_split; `mass` is an array of the device, by type.
/// `early`: it may start while the kernel before it ends, which is one of the same step.
template <class P>
void couple_alone(const Stream& stream, const WalkArgs<P>& walk, std::uint32_t types,
                  const AnyThermostat& thermostat, const CouplingArgs& coupling, const double* mass,
                  bool early);

} // namespace mdsim
