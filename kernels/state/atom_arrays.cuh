// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/state/atoms_view.hpp"
#include "ops/atom_columns.hpp"

namespace mdsim {

/// The atoms where they are now, for the formulas of columns; with their shares of energy and
/// virial for those that read them.
template <class P>
__device__ AtomArrays<P> arrays_of(const AtomsView<P>& atoms, const AtomShare<P>* share = nullptr) {
    const int now = atoms.control->position_buffer;
    return {const_pointers_of<P>(atoms), pick(atoms.site, now), atoms.reference, atoms.force(now),
            share};
}

} // namespace mdsim
