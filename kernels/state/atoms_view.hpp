// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "core/fraction_scale.hpp"
#include "core/ids.hpp"
#include "kernels/state/control.hpp"
#include "state/particles.hpp"

namespace mdsim {

/// One of two buffers. Never indexed at run time: a kernel's parameters would go to local memory.
template <class T> MDSIM_HD T* pick(T* const (&both)[2], int which) {
    return which == 0 ? both[0] : both[1];
}

/// The arrays of a rank's atoms as kernels see them. Of two buffers, Control tells which is in use.
template <class P> struct AtomsView {
    using Real = typename P::Real;

    std::uint32_t count;
    Site<P>* site[2];
    Site<P>* reference;
    Vec4<Real>* velocity[2]; ///< the one not in use holds stored forces
    ParticleId* id[2];
    Vec3<std::int32_t>* image[2];
    Control* control;
};

} // namespace mdsim
