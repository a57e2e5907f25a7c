// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <vector>

#include "core/communicator.hpp"
#include "domain/halo_exchange.hpp"
#include "ops/link_packing.hpp"

namespace mdsim {

/// [rank] whether it is on another host than this one. For tests ranks count as on so many hosts.
/// Collective.
std::vector<bool> ranks_elsewhere(const Communicator& comm, int simulated_hosts);

/// Whether packing pays: it takes less than a fifth of the time for which the link is busy with
/// what it does not pack, as about half of that is saved, and some of it may pass beside other work.
bool packing_pays(double bandwidth, double rate);

/// Bytes a second that each rank sends to another host while all do, the slowest one's; 0 where all
/// are on one host. `elsewhere` is of this rank. Collective; takes some tenths of a second.
double measure_bandwidth(const Communicator& comm, const std::vector<bool>& elsewhere);

/// Bytes of sites a second that this rank packs and unpacks.
template <class P> double measure_packing_rate();

/// A carrier of positions, and what was decided.
struct ChosenTransport {
    std::unique_ptr<HaloTransport> transport;
    LinkPacking packing;
};

/// Makes the carrier of positions: automatic packs what goes to other hosts if that was measured to
/// pay, always packs what goes to any rank. Collective.
template <class P>
ChosenTransport choose_transport(const Communicator& comm, PackingChoice choice,
                                 int simulated_hosts);

} // namespace mdsim
