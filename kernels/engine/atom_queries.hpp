// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>

#include "kernels/runtime/stream.hpp"
#include "kernels/state/atoms_view.hpp"
#include "ops/atom_columns.hpp"

namespace mdsim {

/// Queues the search for each id, all of which are there: `place` becomes where it lies.
template <class P>
void index_atoms(const Stream& stream, const AtomsView<P>& atoms, LocalIndex* place);

/// The same where some may be missing: these get no_atom. Sets `missing`, which must be zero, where
/// an id below the number of atoms is not there.
template <class P>
void index_some_atoms(const Stream& stream, const AtomsView<P>& atoms, LocalIndex* place,
                      std::uint32_t* missing);

/// Queues the computing of a column for `count` atoms, which lie at these places, into `to` of
/// the device.
template <class P>
void gather_column(const Stream& stream, const ColumnsView<P>& atoms, const LocalIndex* place,
                   std::uint32_t count, const AnyColumn& column, void* to);

/// Queues a search for atoms that are an image of the box away in a direction where `open` says so;
/// sets `found`, which must be zero.
template <class P>
void find_crossed(const Stream& stream, const AtomsView<P>& atoms, const std::array<bool, 3>& open,
                  std::uint32_t* found);

} // namespace mdsim
