// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/engine/device_decomposition.hpp"

#include "kernels/engine/measure_links.hpp"

namespace mdsim {

template <class P> AtomCapacity DeviceDecomposition<P>::rebuild() {
    return rank_->changing().loop.rebuild();
}

template <class P> CarrierCounts DeviceDecomposition<P>::carriers() const {
    const LinkedDevices* devices = rank_->devices.get();
    if (devices == nullptr) return {};
    CarrierCounts counts = count_carriers(devices->links(), devices->transport());
    counts.why_staged = devices->why_staged();
    return counts;
}

template <class P> LinkPacking DeviceDecomposition<P>::packing() const {
    const LinkedDevices* devices = rank_->devices.get();
    return devices == nullptr ? LinkPacking{} : devices->packing().packing;
}

template <class P> PackedTraffic DeviceDecomposition<P>::packed_traffic() const {
    const SharedAtoms<P>* shared = rank_->adopted().shared.get();
    return shared != nullptr ? shared->packed_traffic() : PackedTraffic{};
}

template <class P> DeviceLinks DeviceDecomposition<P>::links() {
    const LinkedDevices* devices = rank_->devices.get();
    if (devices == nullptr) return {};
    DeviceLinks found = measure_links(devices->links(), devices->transport());
    found.carriers.why_staged = devices->why_staged();
    return found;
}

template class DeviceDecomposition<MixedPrecision>;
template class DeviceDecomposition<DoublePrecision>;

} // namespace mdsim
