// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include "kernels/runtime/stream.hpp"
#include "ops/transport.hpp"

namespace mdsim {

/// Memory of the device whose bytes go to a rank, or that waits for bytes from one.
struct DeviceBytes {
    Rank peer = 0;
    std::byte* memory = nullptr;
    std::size_t bytes = 0;
};

/// Whether regions may be given to an exchange by rank `me` of so many: each is of another rank,
/// and none is empty.
inline bool can_travel(std::span<const DeviceBytes> regions, Rank me, int ranks) {
    return std::all_of(regions.begin(), regions.end(), [me, ranks](const DeviceBytes& r) {
        return 0 <= r.peer && r.peer < ranks && r.peer != me && r.memory != nullptr && r.bytes > 0;
    });
}

/// Carries bytes between the devices of ranks that cannot write into each other's memory. Made and
/// destroyed by all ranks together.
class Transport {
  public:
    virtual ~Transport() = default;

    virtual Carrier carrier() const = 0;

    /// Sends what kernels before this in the stream have written, and receives what kernels after
    /// it read. Of each pair both sides give the same sizes, in the same order; who has nothing to
    /// send or receive need not take part. Waits; throws EnvironmentError where a rank does not
    /// come within the limit, or what carries fails.
    virtual void exchange(const Stream& stream, std::span<const DeviceBytes> out,
                          std::span<const DeviceBytes> in) = 0;
};

} // namespace mdsim
