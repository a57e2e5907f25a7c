// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "core/communicator.hpp"

namespace mdsim {

/// [rank] whether it is on another host than this one. For tests ranks count as on so many hosts.
/// Collective.
std::vector<bool> ranks_elsewhere(const Communicator& comm, int simulated_hosts);

/// Sends so many bytes to one rank, and receives as many from another, where there is one; waits.
using SendTrial =
    std::function<void(std::optional<Rank> to, std::optional<Rank> from, std::size_t bytes)>;

/// The most bytes that a trial sends.
inline constexpr std::size_t most_tried_bytes = 16 << 20;

/// Bytes a second that each rank sends to another host while all do, the slowest one's; 0 where all
/// are on one host. `elsewhere` is of this rank. Collective; takes some tenths of a second, or
/// twice the time that a quarter of a megabyte takes.
double measure_bandwidth(const Communicator& comm, const std::vector<bool>& elsewhere,
                         const SendTrial& send);

/// Whether packing pays, at this rate [bytes / s]: it takes less than a twentieth of the time for
/// which the link is busy with what it does not pack. Half of that time or more is saved, but some
/// of it may pass beside other work; at a tenth, small systems were seen to lose by it.
bool packing_pays(double bandwidth, double rate);

} // namespace mdsim
