// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/contract.hpp"
#include "cpu/simd/kernels.hpp"
#include "ops/motion.hpp"

namespace mdsim {

/// What the kernels read and write in one step.
template <class P>
MoveArrays<P> move_arrays(Particles<P, Host>& particles, const MotionStep<P>& step) {
    MoveArrays<P> a;
    MDSIM_EXPECT(particles.next.size() == particles.size());
    MDSIM_EXPECT(particles.reference.size() == particles.size());
    MDSIM_EXPECT(step.largest_move > 0);
    a.motion = step.motion;
    a.site = particles.site.data();
    a.reference = particles.reference.data();
    a.next = particles.next.data();
    a.velocity = particles.velocity.data();
    a.force = particles.force.data();
    a.id = particles.id.data();
    a.inverse_mass = step.inverse_mass->data();
    a.types = step.inverse_mass->size();
    a.to_fraction = SlotScale<P>(step.edges.drift).fraction;
    a.length = SlotScale<P>(step.edges.next).length;
    a.largest_step2 = static_cast<typename P::Real>(step.largest_move * step.largest_move);
    a.seed = step.seed;
    a.step = step.step;
    return a;
}

template <class P> MotionReport to_report(const MoveReport<P>& r) {
    return {static_cast<double>(r.displacement2), r.fault, r.fault_id};
}

} // namespace mdsim
