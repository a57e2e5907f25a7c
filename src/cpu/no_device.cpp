// SPDX-License-Identifier: BSD-3-Clause
// Stands in for the GPU backend in builds without one: there are no devices.
#include "core/error.hpp"
#include "ops/device_links.hpp"
#include "ops/device_system.hpp"
#include "ops/devices.hpp"

namespace mdsim {

namespace {

constexpr const char* reason = "this build has no GPU backend";

[[noreturn]] void refuse() { throw EnvironmentError(reason); }

} // namespace

std::vector<DeviceInfo> find_devices(std::string& why_none) {
    why_none = reason;
    return {};
}

int count_devices(std::string& why_none) {
    why_none = reason;
    return 0;
}

DeviceInfo find_device(int) { refuse(); }

void use_device(int) { refuse(); }

DeviceLinks measure_device_links(const Communicator&) { refuse(); }

template <class P> DeviceMemory forecast_device_memory(const DeviceSetup&, double) { return {}; }

template <class P> struct DeviceSystem<P>::Implementation {};

template <class P> DeviceSystem<P>::DeviceSystem(const DeviceSetup&) { refuse(); }
template <class P> DeviceSystem<P>::~DeviceSystem() = default;
template <class P> DeviceSystem<P>::DeviceSystem(DeviceSystem&&) noexcept = default;
template <class P> DeviceSystem<P>& DeviceSystem<P>::operator=(DeviceSystem&&) noexcept = default;

template <class P> void DeviceSystem<P>::set_box(const BoxState&) { refuse(); }
template <class P> void DeviceSystem<P>::adopt(std::span<const AtomRecord<P>>) { refuse(); }
template <class P> void DeviceSystem<P>::adopt(std::span<const AtomRecord<P>>, const RankLayout&) {
    refuse();
}
template <class P> LocalAtoms<P>& DeviceSystem<P>::atoms() const { refuse(); }
template <class P> AtomForces& DeviceSystem<P>::forces() const { refuse(); }
template <class P> Integrator<P>& DeviceSystem<P>::integrator() const { refuse(); }
template <class P> DomainDecomposition& DeviceSystem<P>::decomposition() const { refuse(); }
template <class P> StepBatches<P>& DeviceSystem<P>::batches() const { refuse(); }
template <class P> IdOrder* DeviceSystem<P>::id_order() const { refuse(); }

template DeviceMemory forecast_device_memory<MixedPrecision>(const DeviceSetup&, double);
template DeviceMemory forecast_device_memory<DoublePrecision>(const DeviceSetup&, double);
template class DeviceSystem<MixedPrecision>;
template class DeviceSystem<DoublePrecision>;

} // namespace mdsim
