// SPDX-License-Identifier: BSD-3-Clause
#include "ops/device_system.hpp"

#include "core/contract.hpp"
#include "kernels/engine/device_atoms.hpp"
#include "kernels/engine/device_batches.hpp"
#include "kernels/engine/device_decomposition.hpp"
#include "kernels/engine/device_forces.hpp"
#include "kernels/engine/device_id_order.hpp"
#include "kernels/engine/device_integrator.hpp"

namespace mdsim {

/// The drivers of a device, and what they work on.
template <class P> struct DeviceSystem<P>::Implementation {
    explicit Implementation(const DeviceSetup& setup) : rank(setup) {}

    DeviceRank<P> rank;
    DeviceAtoms<P> atoms{rank};
    DeviceForces<P> forces{rank};
    DeviceIntegrator<P> integrator{rank};
    DeviceDecomposition<P> decomposition{rank};
    DeviceBatches<P> batches{rank};
    DeviceIdOrder<P> id_order{rank};
};

template <class P>
DeviceSystem<P>::DeviceSystem(const DeviceSetup& setup)
    : implementation_(std::make_unique<Implementation>(setup)) {}
template <class P> DeviceSystem<P>::~DeviceSystem() = default;
template <class P> DeviceSystem<P>::DeviceSystem(DeviceSystem&&) noexcept = default;
template <class P> DeviceSystem<P>& DeviceSystem<P>::operator=(DeviceSystem&&) noexcept = default;

template <class P> void DeviceSystem<P>::set_box(const BoxState& box) {
    implementation_->rank.set_box(box);
}

template <class P> void DeviceSystem<P>::adopt(std::span<const AtomRecord<P>> records) {
    adopt(records, RankLayout{});
}

template <class P>
void DeviceSystem<P>::adopt(std::span<const AtomRecord<P>> records, const RankLayout& layout) {
    implementation_->atoms.forget();
    implementation_->rank.adopt(records, layout);
}

template <class P> LocalAtoms<P>& DeviceSystem<P>::atoms() const { return implementation_->atoms; }

template <class P> AtomForces& DeviceSystem<P>::forces() const { return implementation_->forces; }

template <class P> Integrator<P>& DeviceSystem<P>::integrator() const {
    return implementation_->integrator;
}

template <class P> DomainDecomposition& DeviceSystem<P>::decomposition() const {
    return implementation_->decomposition;
}

template <class P> StepBatches<P>& DeviceSystem<P>::batches() const {
    return implementation_->batches;
}

template <class P> IdOrder* DeviceSystem<P>::id_order() const {
    return implementation_->rank.led_by_hosts() ? nullptr : &implementation_->id_order;
}

template class DeviceSystem<MixedPrecision>;
template class DeviceSystem<DoublePrecision>;

} // namespace mdsim
