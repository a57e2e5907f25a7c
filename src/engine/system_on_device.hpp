// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "engine/balance_pace.hpp"
#include "engine/system.hpp"
#include "ops/device_system.hpp"

namespace mdsim {

/// What the system of a setup asks of a device.
DeviceSetup device_setup(const SimulationSetup& setup);

/// On the device in use, one for each rank. Batches are those of the device; after a rebuild
/// without capacity for atoms the host completes it.
template <class P> class SystemOnDevice final : public System<P>, private RankBatches<P> {
  public:
    /// Collective.
    SystemOnDevice(const Communicator& comm, const SimulationSetup& setup);

    LocalAtoms<P>& local_atoms() override { return device_.atoms(); }
    AtomForces& forces() override { return device_.forces(); }
    Integrator<P>& integrator() override { return device_.integrator(); }
    DomainDecomposition& decomposition() override { return device_.decomposition(); }
    ForceRound* force_round() override { return nullptr; }
    FusedStep<P>* fused_step() override { return nullptr; }
    RankBatches<P>* batches() override { return this; }
    IdOrder* id_order() override { return device_.id_order(); }

    void adopt(std::vector<AtomRecord<P>> atoms) override;
    void rebuild(double busy) override;

  protected:
    void follow_box() override { device_.set_box(this->box_); }
    RankStatistics exchanged() const override;

  private:
    DeviceCapabilities capabilities() const override { return device_.batches().capabilities(); }
    BatchReport run(const StepBatch<P>& batch) override;
    void show_look(std::size_t look) override { device_.batches().show_look(look); }
    void show_atoms() override { device_.batches().show_atoms(); }
    std::int64_t longest() const override;
    void balance(double seconds) override;

    /// Takes atoms that lie anywhere on any rank, to be owned as the partition says.
    void divide(const Partition& partition, std::vector<AtomRecord<P>> atoms);
    void complete_rebuild(AtomCapacity capacity);
    /// Makes the present positions the reference, in cells of a grid for the present box or for a
    /// less slanted one of the same lattice.
    void rebuild_in_new_frame();
    /// Takes over the boxes to which a batch has come.
    void go_on_in_boxes(const StepBatch<P>& batch, const BatchReport& report);

    DeviceSystem<P> device_;
    std::optional<Partition> partition_; ///< in use, of several ranks
    double inboxes_ = 1;                 ///< as in RankLayout
    BalancePace pace_;
    RankStatistics statistics_;
    double busy_ = 0; ///< in batches [s]
};

} // namespace mdsim
