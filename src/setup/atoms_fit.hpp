// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "core/communicator.hpp"
#include "core/precision.hpp"
#include "state/particles.hpp"

namespace mdsim {

/// Of the structure that a run starts from: id, type and position.
inline constexpr double structure_bytes = 8 + 4 + 24;
/// Of the labels of atoms that leave gaps.
inline constexpr double label_bytes = 8;
/// Of a record in which an atom is handed on at the start, in mixed precision.
inline constexpr double record_bytes = sizeof(AtomRecord<MixedPrecision>);

/// Throws InputError on all ranks where so many atoms cannot even be put into memory, as the input
/// may ask for by a slip; collective.
void check_atoms_fit(std::int64_t atoms, const Communicator& comm);

} // namespace mdsim
