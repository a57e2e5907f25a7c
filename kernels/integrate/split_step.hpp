// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/force/walk_args.hpp"
#include "kernels/integrate/couple_atoms.hpp"
#include "kernels/integrate/move_atoms.hpp"

namespace mdsim {

// A step that is split between its half kicks, as step kernel `walk.kernel` of a pass,
// after its forces are stored. The same bits as by complete_atoms, sum_atoms, transform_atoms and
// begin_atoms with a host between them. Where a thermostat acts on the step the motion must be
// velocity Verlet; its factors change velocities only as they are summed and as the step begins.

// Sums over velocities are those of the diagonal of the kinetic tensor, for a thermostat, or all
// there are, for a sample; they must be zero.

/// Queues the second half kick of the step before, with sums over what comes of it: those for a
/// thermostat only where it acts on the step.
template <class P, int count>
void complete_split(const Stream& stream, const WalkArgs<P>& walk, const AdvanceArgs<P>& advance,
                    const double* mass, DeviceSums<count>* sums);

/// Queues sums over velocities as its closing turn leaves them, where there is one on the step.
template <class P, int count>
void sum_split(const Stream& stream, const WalkArgs<P>& walk, std::uint32_t types,
               const CouplingArgs& coupling, const double* mass, DeviceSums<count>* sums);

/// Queues what the thermostat makes of velocities, where it acts, the first half kick and the
/// drift; other ranks are sent the positions. `early`: it may start while the kernel before it
/// ends, which is one of the same step.
template <class P>
void begin_split(const Stream& stream, const WalkArgs<P>& walk, const AdvanceArgs<P>& advance,
                 const CouplingArgs& coupling, bool early);

} // namespace mdsim
