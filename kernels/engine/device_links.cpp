// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/engine/measure_links.hpp"
#include "kernels/transport/choose_transport.hpp"

namespace mdsim {

DeviceLinks measure_device_links(const Communicator& ranks) {
    constexpr std::chrono::seconds longest_wait{30};
    PeerLinks links(ranks);
    const ChosenTransport chosen = choose_transport(links, {}, longest_wait);
    DeviceLinks found = measure_links(links, chosen.transport.get());
    found.carriers.why_staged = chosen.why_staged;
    return found;
}

} // namespace mdsim
