// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/contract.hpp"
#include "core/fraction.hpp"
#include "core/math.hpp"
#include "kernels/force/walk_args.hpp"
#include "kernels/state/current_step.cuh"
#include "kernels/state/note_displaced.cuh"
#include "kernels/state/read_in_place.cuh"

namespace mdsim {

__device__ inline std::int32_t nearest_integer(float x) { return __float2int_rn(x); }
__device__ inline std::int64_t nearest_integer(double x) { return __double2ll_rn(x); }

/// What came of moving one atom.
template <class Real> struct Moved {
    Real distance2 = 0; ///< from its reference position [length^2]
    bool noted = false; ///< it is so far from there that it is looked at closer
    bool fault = false; ///< too far in this step, or not a number
};

/// Moves an atom from `site` by a displacement [length]. Reads the box, so what was moved is best
/// written afterwards.
template <class P>
__device__ Moved<typename P::Real> drift(const StepBox<P>& box, const Site<P>& site,
                                         const Site<P>& reference,
                                         const Vec3<typename P::Real>& displacement, Site<P>& to) {
    using Real = typename P::Real;
    const Vec3<Real> fraction = displacement * read_in_place(&box.to_fraction);
    to = site;
    to.move_to({advanced(site.x, nearest_integer(fraction.x)),
                advanced(site.y, nearest_integer(fraction.y)),
                advanced(site.z, nearest_integer(fraction.z))});
    const BoxLengths<P> lengths = read_in_place(&box.lengths);
    const auto moved = difference(to.position(), reference.position());
    const Vec3<Real> distance = Vec3<Real>{static_cast<Real>(moved.x), static_cast<Real>(moved.y),
                                           static_cast<Real>(moved.z)} *
                                lengths.length;
    const Real distance2 = dot(distance, distance);
    return {distance2, distance2 > lengths.noted2,
            !(dot(displacement, displacement) < lengths.largest_move2)};
}

/// Whether it is known already that an atom went too far in this step. To be asked before the loads
/// that moving needs: so many warps ask that none should wait for the answer alone.
__device__ inline bool known_too_far(const Control& control, const CurrentStep& now) {
    MDSIM_EXPECT(0 <= now.kernel && now.kernel < 64); // a bit for each
    return *static_cast<const volatile unsigned long long*>(&control.too_far) >> now.kernel & 1u;
}

/// Notes displaced atoms, and that one is beyond the allowed move, unless it is known. Where pairs
/// decide on rebuilds, a check of them follows; otherwise the pass ends here.
template <class P>
__device__ void report_displaced(const AtomsView<P>& atoms, const MotionView<P>& view,
                                 const Moved<typename P::Real>& moved, LocalIndex atom,
                                 std::uint32_t cell, const CurrentStep& now, bool known) {
    Control* control = atoms.control;
    const bool exact = view.displaced.capacity > 0;
    if (exact) note_displaced(view.displaced, 1 - now.position, cell, atom, moved.noted);
    if (known) return;
    const auto allowed2 = atoms.boxes.next(control->pass, now.kernel).allowed_move2;
    if (!__any_sync(all_lanes, moved.distance2 > allowed2) || threadIdx.x % warp_lanes != 0) return;
    // Where many atoms are too far, one report is enough: the others need not queue for it.
    if (known_too_far(*control, now)) return;
    atomicOr(&control->too_far, 1ull << now.kernel);
    if (!exact && control->rebuild_every == 0) atomicMin(&control->pass.last, now.kernel);
}

/// Reports to the control what became of the lanes' atoms, all of the block's tile.
template <class P>
__device__ void report_moves(const WalkArgs<P>& walk, const MotionView<P>& view,
                             const Moved<typename P::Real>& moved, LocalIndex atom,
                             const CurrentStep& now, bool known) {
    Control* control = walk.atoms.control;
    if (__any_sync(all_lanes, moved.noted))
        report_displaced(walk.atoms, view, moved, atom, walk.lists.tiles[blockIdx.x].cell, now,
                         known);
    if (moved.fault) {
        atomicMin(&control->fault, atom);
        atomicMin(&control->pass.last, now.kernel);
    }
}

} // namespace mdsim
