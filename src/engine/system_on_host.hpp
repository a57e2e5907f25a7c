// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "domain/position_carrier.hpp"
#include "engine/decomposition.hpp"
#include "engine/host_atoms.hpp"
#include "engine/host_decomposition.hpp"
#include "engine/host_forces.hpp"
#include "engine/host_integrator.hpp"
#include "engine/system.hpp"

namespace mdsim {

/// On processors: bricks of cells, pair forces tile by tile, and the halo of other ranks.
template <class P> class SystemOnHost : public System<P> {
  public:
    SystemOnHost(const Communicator& comm, const SimulationSetup& setup);

    LocalAtoms<P>& local_atoms() override { return local_atoms_; }
    AtomForces& forces() override { return forces_; }
    Integrator<P>& integrator() override { return integrator_; }
    DomainDecomposition& decomposition() override { return decomposition_; }
    ForceRound* force_round() override { return forces_.takes_round() ? &forces_ : nullptr; }
    FusedStep<P>* fused_step() override { return &integrator_; }
    RankBatches<P>* batches() override { return nullptr; }
    IdOrder* id_order() override { return nullptr; }

    void adopt(std::vector<AtomRecord<P>> atoms) override;
    void rebuild(double busy) override;

  protected:
    RankStatistics exchanged() const override;

  private:
    /// The atoms of each cell of a grid that was just chosen, over all ranks; collective.
    std::vector<std::int64_t> atoms_in_new_cells() const;

    PositionCarrier positions_;
    Decomposition<P> atoms_;
    HostAtoms<P> local_atoms_;
    HostForces<P> forces_;
    HostIntegrator<P> integrator_;
    HostDecomposition<P> decomposition_;
};

} // namespace mdsim
