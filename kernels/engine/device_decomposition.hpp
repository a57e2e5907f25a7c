// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/engine/device_rank.hpp"
#include "ops/domain_decomposition.hpp"

namespace mdsim {

/// What the devices of several ranks renew and exchange; a rank that is alone sorts its atoms and
/// builds lists.
template <class P> class DeviceDecomposition final : public DomainDecomposition {
  public:
    explicit DeviceDecomposition(DeviceRank<P>& rank) : rank_(&rank) {}

    AtomCapacity rebuild() override;
    void send_halo() override {}
    void receive_halo() override {}
    CarrierCounts carriers() const override;
    LinkPacking packing() const override;
    PackedTraffic packed_traffic() const override;
    DeviceLinks links() override;

  private:
    DeviceRank<P>* rank_;
};

} // namespace mdsim
