// SPDX-License-Identifier: BSD-3-Clause
// Stands in for the GPU backend in builds without one: there are no devices.
#include "core/error.hpp"
#include "ops/device_links.hpp"
#include "ops/device_system.hpp"

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

template <class P> void DeviceSystem<P>::adopt(std::span<const AtomRecord<P>>) { refuse(); }
template <class P> void DeviceSystem<P>::divide(const RankLayout&) { refuse(); }
template <class P> AtomCapacity DeviceSystem<P>::rebuild() { refuse(); }
template <class P> void DeviceSystem<P>::count_atoms(std::span<std::int64_t>) { refuse(); }
template <class P> void DeviceSystem<P>::queue_forces(bool) { refuse(); }
template <class P> PairSums DeviceSystem<P>::pair_sums() { refuse(); }
template <class P> void DeviceSystem<P>::complete_step(const Motion<typename P::Real>&) {
    refuse();
}
template <class P> MotionReport DeviceSystem<P>::begin_step(const Motion<typename P::Real>&, Step) {
    refuse();
}
template <class P> bool DeviceSystem<P>::list_is_stale() { refuse(); }
template <class P> bool DeviceSystem<P>::couples() const { refuse(); }
template <class P> bool DeviceSystem<P>::orders_by_id() const { refuse(); }
template <class P> DeviceLinks DeviceSystem<P>::links() { refuse(); }
template <class P> bool DeviceSystem<P>::takes_samples() const { refuse(); }
template <class P> BatchReport DeviceSystem<P>::run(const StepBatch<P>&) { refuse(); }
template <class P> KineticSums DeviceSystem<P>::kinetic_sums() { refuse(); }
template <class P> void DeviceSystem<P>::transform_velocities(double, const Vec3<double>&) {
    refuse();
}
template <class P> void DeviceSystem<P>::draw_velocities(double) { refuse(); }
template <class P> void DeviceSystem<P>::count_distances(PairHistogram&) { refuse(); }
template <class P> bool DeviceSystem<P>::index_ids() { refuse(); }
template <class P> void DeviceSystem<P>::column_by_id(const AnyColumn&, void*) { refuse(); }
template <class P>
std::unique_ptr<TimeOrigins> DeviceSystem<P>::time_origins(const OriginRequest&,
                                                           std::function<void()>) {
    refuse();
}
template <class P> bool DeviceSystem<P>::crossed_open_face() { refuse(); }
template <class P> const Snapshot<P>& DeviceSystem<P>::look() { refuse(); }
template <class P> std::size_t DeviceSystem<P>::atoms() const { refuse(); }
template <class P> std::size_t DeviceSystem<P>::halo_atoms() const { refuse(); }
template <class P> ListReport DeviceSystem<P>::report() const { refuse(); }
template <class P> CarrierCounts DeviceSystem<P>::carriers() const { refuse(); }
template <class P> std::size_t DeviceSystem<P>::bytes() const { refuse(); }

template DeviceMemory forecast_device_memory<MixedPrecision>(const DeviceSetup&, double);
template DeviceMemory forecast_device_memory<DoublePrecision>(const DeviceSetup&, double);
template class DeviceSystem<MixedPrecision>;
template class DeviceSystem<DoublePrecision>;

} // namespace mdsim
