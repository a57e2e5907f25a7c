// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "core/ids.hpp"
#include "kernels/state/control.hpp"
#include "kernels/state/step_boxes.hpp"
#include "state/particles.hpp"

namespace mdsim {

/// One of two buffers. Never indexed at run time: a kernel's parameters would go to local memory.
template <class T> MDSIM_HD T* pick(T* const (&both)[2], int which) {
    return which == 0 ? both[0] : both[1];
}

/// Where the atoms of a rank are.
template <class P> struct SitesView {
    std::uint32_t capacity; ///< atoms that the arrays hold at most; Control says how many there are
    Site<P>* site[2];
    Site<P>* reference;
};

/// The arrays of a rank's atoms as kernels see them. Of two buffers, Control says which is in use.
/// Stored forces lie where the step will write positions: each thread reads the force on its atom
/// before it writes where it moves.
template <class P> struct AtomsView : SitesView<P>, FollowingColumns<P, Pointers> {
    using Real = typename P::Real;

    Control* control;
    StepBoxes<P> boxes;
    LowerTriangular<Real>* built; ///< of the box at the last rebuild, which writes it

    /// Those of a step from the positions of this buffer.
    MDSIM_HD Vec4<Real>* force(int position) const {
        static_assert(sizeof(Vec4<Real>) == sizeof(Site<P>));
        return reinterpret_cast<Vec4<Real>*>(pick(this->site, 1 - position));
    }
};

/// The same for the formulas of columns, with what steps know nothing of.
template <class P> struct ColumnsView : AtomsView<P> {
    const AtomShare<P>* share; ///< null unless they have been found
};

} // namespace mdsim
