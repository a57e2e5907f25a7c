// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "ops/tile_set.hpp"

namespace mdsim {

/// The round that forces take before they can be computed, led by the host: what neighbours must
/// know of each atom is computed and sent to the ranks that have a copy of it. Answered by
/// processors whose forces take one: a device does its rounds by itself.
class ForceRound {
  public:
    virtual ~ForceRound() = default;

    /// Computes the values of the atoms of some tiles, boundary tiles first; with the energies that
    /// belong to them, for AtomForces::sums(), if asked for.
    virtual void prepare(TileSet tiles, bool with_sums) = 0;

    /// Begins to send the values of atoms that other ranks see; interior tiles may be prepared
    /// meanwhile.
    virtual void send_values() = 0;

    /// Waits for the values of the halo.
    virtual void receive_values() = 0;
};

} // namespace mdsim
