// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/flipped_place.hpp"
#include "state/local_cells.hpp"
#include "state/particles.hpp"

namespace mdsim {

/// Brings an atom that has not moved since its reference into the box of a flip.
template <class P> void flip_atom(const LatticeFlip& flip, AtomRecord<P>& atom) {
    const auto to = flipped<typename P::Fraction>(flip, {atom.site.position(), atom.image});
    atom.site.move_to(to.fraction);
    atom.image = to.image;
}

/// Makes the present positions of the owned atoms their reference, with their images, and brings
/// them into the box of a flip. Cells are those of before: a rebuild must follow.
template <class P>
void flip_atoms(const LatticeFlip& flip, const LocalCells& cells, Particles<P, Host>& particles);

} // namespace mdsim
