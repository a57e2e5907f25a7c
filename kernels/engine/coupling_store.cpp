// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/engine/coupling_store.hpp"

#include <algorithm>

namespace mdsim {

void CouplingStore::take(const Stream& stream, const BatchCoupling& coupling, Step first) {
    every_ = coupling.every;
    args_ = {};
    if (!any()) return;
    DeviceChain chain{};
    std::copy(coupling.chain.momentum.begin(), coupling.chain.momentum.end(), chain.momentum);
    chain.potential = coupling.chain.potential;
    stream.upload(&chain, chain_.data(), 1);
    const std::vector<double>& wanted = coupling.temperature;
    if (wanted.size() > 1) {
        temperature_.resize_discard(wanted.size());
        stream.upload(wanted.data(), temperature_.data(), wanted.size());
    }
    stream.wait();
    const bool ramp = wanted.size() > 1;
    args_ = {chain_.data(),
             coupling.settings.length,
             {coupling.degrees_of_freedom, ramp ? 0.0 : wanted.front(), coupling.settings.time,
              coupling.time, coupling.settings.substeps},
             ramp ? temperature_.data() : nullptr,
             ramp ? coupling.next_from(first) : 0,
             coupling.every};
}

NoseHooverChain::State CouplingStore::state(const Stream& stream) const {
    if (!any()) return {};
    DeviceChain chain;
    stream.download(chain_.data(), &chain, 1);
    stream.wait();
    return {{chain.momentum, chain.momentum + args_.length}, chain.potential};
}

} // namespace mdsim
