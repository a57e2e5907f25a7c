// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/communicator.hpp"
#include "core/ids.hpp"
#include "engine/atom_view.hpp"
#include "physics/pair/force_field.hpp"

namespace mdsim {

// The atom that is named is the same on any number of ranks: of several the one of lowest number.

/// Throws PhysicsError, on every rank with the same words, about an atom that moved too far in a
/// step or whose coordinates are not numbers: the lowest of those that ranks have found, where
/// `atom` may be `no_atom` on all ranks but one; collective. The forces are those of `field`.
template <class P>
[[noreturn]] void throw_motion_fault(const AtomView<P>& atoms, LocalIndex atom, Step step,
                                     const ForceField& field, const Communicator& comm);

/// Throws PhysicsError, on every rank with the same words, where sums over pairs overflowed: names
/// the atom with the largest stored force; collective. The forces are those of `field`.
template <class P>
[[noreturn]] void throw_force_fault(const AtomView<P>& atoms, Step step, const ForceField& field,
                                    const Communicator& comm);

/// Whether this rank owns an atom that crossed a face of the box in a direction that is not
/// periodic, where all image counts were zero.
template <class P> bool crossed_open_face(const AtomView<P>& atoms);

/// Throws PhysicsError, on every rank with the same words, about such an atom, which some rank must
/// own; collective.
template <class P>
[[noreturn]] void throw_face_fault(const AtomView<P>& atoms, const Communicator& comm);

} // namespace mdsim
