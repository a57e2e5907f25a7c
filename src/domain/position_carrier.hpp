// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "core/communicator.hpp"
#include "domain/halo_exchange.hpp"
#include "ops/link_packing.hpp"

namespace mdsim {

/// What carries positions between ranks on processors, and what was decided about packing them.
struct PositionCarrier {
    std::unique_ptr<HaloTransport> transport;
    LinkPacking packing;
};

/// Makes it: automatic packs what goes to other hosts if that was measured to pay, always packs
/// what goes to any rank. For tests ranks count as on so many hosts. Collective.
template <class P>
PositionCarrier make_position_carrier(const Communicator& comm, PackingChoice choice,
                                      int simulated_hosts);

/// Bytes of sites a second that this rank packs and unpacks.
template <class P> double measure_packing_rate();

} // namespace mdsim
