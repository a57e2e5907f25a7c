// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "ops/atom_capacity.hpp"
#include "ops/device_links.hpp"
#include "ops/link_packing.hpp"

namespace mdsim {

/// What a rank renews and exchanges together with the others: owners, order, halo and lists at a
/// rebuild, and the positions of the halo at each step. All of it is collective.
class DomainDecomposition {
  public:
    virtual ~DomainDecomposition() = default;

    /// Makes the present positions the reference: brings image counts up to date, passes atoms to
    /// their owners, sorts them, fetches the halo and builds lists. Arrays of processors grow, so
    /// there is always enough capacity.
    virtual AtomCapacity rebuild() = 0;

    /// Begins to send the new positions of atoms that other ranks see, and waits for those of the
    /// halo, which are in use from then on. On a device the kernel that moves the atoms does both.
    virtual void send_halo() = 0;
    virtual void receive_halo() = 0;

    /// What carries between the devices of several ranks; nothing on processors.
    virtual CarrierCounts carriers() const = 0;
    /// Whether positions are packed on their way, and why; and how many of a device were.
    virtual LinkPacking packing() const = 0;
    virtual PackedTraffic packed_traffic() const { return {}; }
    /// The carriers with what was measured, pair by pair; empty for one rank, and on processors.
    virtual DeviceLinks links() = 0;
};

} // namespace mdsim
