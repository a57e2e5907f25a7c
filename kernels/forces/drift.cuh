// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fraction.hpp"
#include "core/math.hpp"
#include "kernels/runtime/warp.cuh"
#include "kernels/state/atoms_view.hpp"

namespace mdsim {

__device__ inline std::int32_t nearest_integer(float x) { return __float2int_rn(x); }
__device__ inline std::int64_t nearest_integer(double x) { return __double2ll_rn(x); }

/// What came of moving one atom.
template <class Real> struct Moved {
    Real distance2 = 0; ///< from its reference position [length^2]
    bool fault = false; ///< too far in this step, or not a number
};

/// Moves an atom from `site` by a displacement [length].
template <class P>
__device__ Moved<typename P::Real> drift(const MotionView<P>& view, const Site<P>& site,
                                         const Site<P>& reference,
                                         const Vec3<typename P::Real>& displacement, Site<P>& to) {
    using Real = typename P::Real;
    const Vec3<Real> fraction = displacement * view.scale.fraction;
    to = site;
    to.move_to({advanced(site.x, nearest_integer(fraction.x)),
                advanced(site.y, nearest_integer(fraction.y)),
                advanced(site.z, nearest_integer(fraction.z))});
    const auto moved = difference(to.position(), reference.position());
    const Vec3<Real> distance = Vec3<Real>{static_cast<Real>(moved.x), static_cast<Real>(moved.y),
                                           static_cast<Real>(moved.z)} *
                                view.scale.length;
    return {dot(distance, distance), !(dot(displacement, displacement) < view.largest_move2)};
}

/// Tells the control what became of the lanes' atoms in kernel `k` of the turn.
__device__ inline void report_moves(Control* control, bool too_far, bool fault, LocalIndex atom,
                                    int k) {
    if (__any_sync(all_lanes, too_far) && threadIdx.x % 32 == 0) {
        // Where many atoms are too far, one report is enough: the others need not queue for it.
        const unsigned long long bit = 1ull << k;
        const bool known = *static_cast<volatile unsigned long long*>(&control->too_far) & bit;
        if (!known) {
            atomicOr(&control->too_far, bit);
            if (control->rebuild_every == 0) atomicMin(&control->last_of_turn, k);
        }
    }
    if (fault) {
        atomicMin(&control->fault, atom);
        atomicMin(&control->last_of_turn, k);
    }
}

} // namespace mdsim
