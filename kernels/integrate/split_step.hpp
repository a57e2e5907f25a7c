// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/coupling/coupling_args.hpp"
#include "kernels/force/walk_args.hpp"
#include "kernels/integrate/move_atoms.hpp"

namespace mdsim {

// A step that is split between its half kicks, as step kernel `walk.kernel` of a pass,
// after its forces are stored. The same bits as by complete_atoms, sum_atoms, transform_atoms and
// begin_atoms with a host between them. Where a thermostat acts on the step the motion must be
// velocity Verlet; its factor, or those of a barostat, change velocities only as the step begins.

/// Queues the second half kick of the step before, with sums over what comes of it, which must be
/// zero.
template <class P>
void complete_split(const Stream& stream, const WalkArgs<P>& walk, const AdvanceArgs<P>& advance,
                    const double* mass, DeviceSums<kinetic_sum_count>* sums);

/// Queues what thermostat and barostat make of velocities, where they act, the first half kick and
/// the drift; other ranks are sent the positions. `early`: it may start while the kernel before it
/// ends, which is one of the same step and changes no atom.
template <class P>
void begin_split(const Stream& stream, const WalkArgs<P>& walk, const AdvanceArgs<P>& advance,
                 const CouplingArgs& coupling, bool early);

} // namespace mdsim
