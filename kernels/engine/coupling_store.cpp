// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/engine/coupling_store.hpp"

#include "core/contract.hpp"

namespace mdsim {

namespace {

DeviceCoupling as_begun(const CouplingStates& states, std::int64_t delay,
                        const std::optional<PendingAction>& pending) {
    constexpr Step none = -1;
    DeviceCoupling place{};
    place.factor = scaling(1.0);
    place.before = place.after = states;
    place.sums.step = place.acts_on = none;
    if (!pending) return place;
    place.after = {pending->thermostat, pending->barostat};
    place.sums = pending->sums;
    place.acts_on = pending->sums.step + delay;
    place.factor = pending->velocities;
    return place;
}

} // namespace

WantedNumber CouplingStore::upload(const Stream& stream, const std::vector<double>& wanted,
                                   const StepSeries& acts, Buffer<double, Device>& place) {
    if (!acts.any()) return {};
    MDSIM_EXPECT(!wanted.empty());
    if (wanted.size() == 1) return {wanted.front(), nullptr, {}};
    if (wanted.size() > place.size()) place.resize_discard(2 * wanted.size());
    stream.upload(wanted.data(), place.data(), wanted.size());
    return {0, place.data(), acts};
}

void CouplingStore::take(const Stream& stream, const BatchCoupling& thermostat,
                         const BatchBarostat& barostat, std::int64_t delay,
                         const std::optional<PendingAction>& pending) {
    thermostat_.reset();
    if (thermostat.acts.any()) thermostat_ = thermostat.thermostat;
    barostat_ = barostat.barostat;
    args_ = {};
    if (!thermostat.acts.any() && !barostat.acts.any()) return;
    const DeviceCoupling place = as_begun({thermostat.state, barostat.state}, delay, pending);
    stream.upload(&place, place_.data(), 1);
    args_.place = place_.data();
    args_.degrees_of_freedom =
        thermostat_ ? thermostat.degrees_of_freedom : barostat.degrees_of_freedom;
    args_.time = thermostat.time;
    args_.temperature = upload(stream, thermostat.temperature, thermostat.acts, temperature_);
    args_.seed = seed_;
    args_.delay = delay;
    args_.barostat = {barostat.acts.every,
                      barostat.time,
                      upload(stream, barostat.pressure, barostat.acts, pressure_),
                      upload(stream, barostat.temperature, barostat.acts, barostat_temperature_),
                      barostat.tail,
                      barostat.frame};
    stream.wait();
}

bool CouplingStore::by_diagonals() const {
    return std::visit([](const auto& b) { return b.coupling != BoxCoupling::full; }, barostat_);
}

DeviceCoupling CouplingStore::state(const Stream& stream) const {
    MDSIM_EXPECT(any());
    DeviceCoupling place;
    stream.download(place_.data(), &place, 1);
    stream.wait();
    return place;
}

} // namespace mdsim
