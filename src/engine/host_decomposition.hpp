// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "engine/host_forces.hpp"
#include "ops/domain_decomposition.hpp"

namespace mdsim {

/// What ranks on processors renew and exchange.
template <class P> class HostDecomposition final : public DomainDecomposition {
  public:
    /// Atoms and forces must outlive this.
    HostDecomposition(Decomposition<P>& atoms, HostForces<P>& forces, const LinkPacking& packing)
        : atoms_(&atoms), forces_(&forces), packing_(packing) {}

    AtomCapacity rebuild() override;
    void send_halo() override;
    void receive_halo() override;
    CarrierCounts carriers() const override { return {}; }
    LinkPacking packing() const override { return packing_; }
    DeviceLinks links() override { return {}; }

  private:
    Decomposition<P>* atoms_;
    HostForces<P>* forces_;
    LinkPacking packing_;
};

} // namespace mdsim
