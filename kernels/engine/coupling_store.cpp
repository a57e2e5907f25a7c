// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/engine/coupling_store.hpp"

namespace mdsim {

void CouplingStore::take(const Stream& stream, const BatchCoupling& coupling, Step first) {
    every_ = coupling.acts.every;
    thermostat_ = coupling.thermostat;
    args_ = {};
    if (!any()) return;
    DeviceThermostat place{};
    place.state = coupling.state;
    stream.upload(&place, place_.data(), 1);
    const std::vector<double>& wanted = coupling.temperature;
    const bool ramp = wanted.size() > 1;
    if (ramp) {
        temperature_.resize_discard(wanted.size());
        stream.upload(wanted.data(), temperature_.data(), wanted.size());
    }
    stream.wait();
    args_ = {place_.data(),
             coupling.degrees_of_freedom,
             coupling.time,
             ramp ? 0.0 : wanted.front(),
             ramp ? temperature_.data() : nullptr,
             ramp ? StepSeries{coupling.acts.next_from(first), coupling.acts.every} : StepSeries{},
             seed_};
}

ThermostatState CouplingStore::state(const Stream& stream) const {
    if (!any()) return {};
    DeviceThermostat place;
    stream.download(place_.data(), &place, 1);
    stream.wait();
    return place.state;
}

} // namespace mdsim
