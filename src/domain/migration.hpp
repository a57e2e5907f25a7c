// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/communicator.hpp"
#include "domain/partition.hpp"
#include "state/particles.hpp"

namespace mdsim {

/// The atoms that came to this rank, and how many went and came.
template <class P> struct Migrated {
    std::vector<AtomRecord<P>> arrived; ///< by sending rank, then in that rank's order
    std::int64_t sent = 0;              ///< to other ranks
    std::int64_t received = 0;          ///< from other ranks
};

/// Moves atoms to the owners of their cells, however many domains away; collective.
///
/// An atom that this rank owns itself comes back among the arrived ones.
template <class P>
Migrated<P> migrate(const Partition& partition, std::span<const AtomRecord<P>> leaving,
                    const Communicator& comm);

/// Checks that the ranks together own every id in [0, total) once; collective.
///
/// Costs one sum of counts while all is well. Otherwise throws PhysicsError, on every rank with the
/// same words, naming the first ids that are missing or doubled.
void check_conservation(std::span<const ParticleId> owned, std::int64_t total,
                        const Communicator& comm);

/// Throws PhysicsError, on every rank with the same words, that names ids in [0, total) which no
/// rank owns or more than one; collective, for when an atom is known to be lost.
[[noreturn]] void throw_lost_atoms(std::span<const ParticleId> owned, std::int64_t total,
                                   const Communicator& comm);

} // namespace mdsim
