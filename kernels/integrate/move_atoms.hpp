// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/force/walk_args.hpp"
#include "kernels/runtime/device_sums.hpp"
#include "kernels/runtime/stream.hpp"
#include "kernels/state/atoms_view.hpp"

namespace mdsim {

/// What moving all atoms at once found out.
template <class Real> struct MoveResult {
    Real displacement2 = 0; ///< largest from the reference positions [length^2]
    LocalIndex fault = no_atom;
};

/// Queues the second half kick by the stored forces.
template <class P>
void complete_atoms(const Stream& stream, const AtomsView<P>& atoms, const AdvanceArgs<P>& args);

/// Queues the first half kick by the stored forces and the drift into the other position buffer.
/// `result` must be as it is made.
template <class P>
void begin_atoms(const Stream& stream, const AtomsView<P>& atoms, const AdvanceArgs<P>& args,
                 Step step, MoveResult<typename P::Real>* result);

/// Queues v -> v times the transpose of factor, plus shift.
template <class P>
void transform_atoms(const Stream& stream, const AtomsView<P>& atoms,
                     const LowerTriangular<double>& factor, const Vec3<double>& shift);

/// Queues new velocities of the Maxwell-Boltzmann distribution at kT [energy]; mass by type.
template <class P>
void draw_atoms(const Stream& stream, const AtomsView<P>& atoms, const double* mass,
                std::uint64_t seed, Step step, double temperature);

/// Queues the summing of kinetic tensor and momentum into `sums`, which must be zero.
template <class P>
void sum_atoms(const Stream& stream, const AtomsView<P>& atoms, const double* mass,
               DeviceSums<kinetic_sum_count>* sums);

} // namespace mdsim
