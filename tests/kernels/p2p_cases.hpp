// SPDX-License-Identifier: BSD-3-Clause
// What the tests of kernels/p2p share. They run on any number of ranks; ranks of a host with
// fewer GPUs share them.
#pragma once

#include <cstdio>
#include <optional>
#include <string>

#include "kernels/p2p/peer_links.hpp"
#include "ops/devices.hpp"
#include "support/catch.hpp"

namespace mdsim::test {

/// The GPU of this rank, in use, or none if some rank has none. Collective.
inline std::optional<int> own_gpu(const Communicator& world) {
    std::string why;
    const auto devices = find_devices(why);
    if (world.min_of<std::int64_t>(static_cast<std::int64_t>(devices.size())) == 0) {
        if (!why.empty()) std::printf("skipped: %s\n", why.c_str());
        return {};
    }
    const int device = world.node().rank % static_cast<int>(devices.size());
    use_device(device);
    return device;
}

inline bool share_gpus(const PeerLinks& links) {
    for (Rank a = 0; a < links.size(); ++a)
        for (Rank b = 0; b < a; ++b)
            if (links.on_one_device(a, b)) return true;
    return false;
}

} // namespace mdsim::test
