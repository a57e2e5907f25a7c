// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/coupling/coupling_args.hpp"
#include "kernels/runtime/stream.hpp"

namespace mdsim {

/// Queues the action of step kernel `kernel` on a rank that is alone, if the thermostat acts on its
/// step and no barostat does: the thermostat acts by its sums, which become zero, and leaves its
/// factor. What is out of range there is reported by the motion of the same step, as a fault.
/// `early`: it may start while the kernel before it ends, which is one of the same step and leaves
/// the state as it is.
void couple_atoms(const Stream& stream, const Control* control, int kernel,
                  const AnyThermostat& thermostat, const CouplingArgs& coupling, bool early);

} // namespace mdsim
