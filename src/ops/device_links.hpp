// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/communicator.hpp"
#include "core/ids.hpp"
#include "ops/transport.hpp"

namespace mdsim {

/// The GPU that a rank drives, for people to read.
struct RankGpu {
    std::string name; ///< the model
    std::string bus;  ///< where it sits
    std::string host;
};

/// How what a kernel of one rank writes gets into the memory of another.
enum class LinkPath : std::int32_t {
    none,     ///< not at all
    same_gpu, ///< the ranks share one
    nvlink,
    pcie,
    direct ///< by one of these two: this rank does not see the other's GPU, so it cannot tell
};

struct DeviceLink {
    LinkPath path = LinkPath::none;
    double bandwidth = 0; ///< of writing, or of what carries instead [bytes / s]; 0: not measured
    double exchange =
        0; ///< of a word both ways, where ranks do not write into each other's memory [s]
    std::string why_none; ///< what keeps the ranks apart, where something does
    /// What carries between the two in a run that leaves the choice open.
    Carrier carrier = Carrier::direct;
};

/// What lies between the GPUs of several ranks; every rank knows the same.
struct DeviceLinks {
    std::vector<RankGpu> gpus;     ///< [rank]
    std::vector<DeviceLink> links; ///< [from][to]; a rank's own is empty
    double barrier = 0; ///< of all ranks on their GPUs [s]; 0: some pair has no link, or one rank
    CarrierCounts carriers; ///< of all pairs

    Rank ranks() const { return static_cast<Rank>(gpus.size()); }
    DeviceLink& link(Rank from, Rank to) { return links[place(from, to)]; }
    const DeviceLink& link(Rank from, Rank to) const { return links[place(from, to)]; }

  private:
    std::size_t place(Rank from, Rank to) const {
        return static_cast<std::size_t>(from) * gpus.size() + static_cast<std::size_t>(to);
    }
};

/// What is sent to each peer to measure the bandwidth [bytes].
inline constexpr std::size_t measured_bytes = 16'000'000;
/// And to measure how long little takes [bytes].
inline constexpr std::size_t carried_word = 16;

/// Tries how the devices in use of all ranks reach each other, and how fast. One pair after the
/// other is tried, so none slows another down. Collective; throws EnvironmentError on all ranks
/// alike.
DeviceLinks measure_device_links(const Communicator& ranks);

} // namespace mdsim
