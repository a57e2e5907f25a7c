// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <span>

#include "ops/atom_forces.hpp"
#include "ops/device_setup.hpp"
#include "ops/domain_decomposition.hpp"
#include "ops/id_order.hpp"
#include "ops/integrator.hpp"
#include "ops/local_atoms.hpp"
#include "ops/rank_layout.hpp"
#include "ops/step_batches.hpp"
#include "state/box_state.hpp"
#include "state/particles.hpp"

namespace mdsim {

/// The atoms of one rank, resident on the device in use, and the drivers of all that is done to
/// them there. The drivers live as long as this, wherever it is moved; but for capabilities(),
/// carriers() and links() they answer once atoms have been adopted.
///
/// All of it throws EnvironmentError where the device fails or its memory is too small.
template <class P> class DeviceSystem {
  public:
    /// Links the devices of several ranks; then it is collective.
    explicit DeviceSystem(const DeviceSetup& setup);
    ~DeviceSystem();
    DeviceSystem(DeviceSystem&&) noexcept;
    DeviceSystem& operator=(DeviceSystem&&) noexcept;

    /// The box from now on, of steps that the host leads and of lists; a grid other than before
    /// holds for the atoms that are adopted next. On all ranks alike.
    void set_box(const BoxState& box);

    /// Of a rank that is alone: replaces all atoms and builds lists on the positions `site`; then
    /// moves the atoms by `moved`.
    void adopt(std::span<const AtomRecord<P>> records);

    /// The same of several ranks, where these atoms are in the cells that the layout gives to this
    /// rank, and its communicator is that of the setup. Collective.
    void adopt(std::span<const AtomRecord<P>> records, const RankLayout& layout);

    LocalAtoms<P>& atoms() const;
    AtomForces& forces() const;
    Integrator<P>& integrator() const;
    DomainDecomposition& decomposition() const;
    StepBatches<P>& batches() const;
    /// Null where hosts lead the steps of several ranks.
    IdOrder* id_order() const;

  private:
    struct Implementation;
    std::unique_ptr<Implementation> implementation_;
};

} // namespace mdsim
