// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "core/field.hpp"

namespace mdsim {

/// Whether positions are packed on their way between ranks.
enum class PackingChoice { automatic, always, never };

constexpr EnumNames<PackingChoice, 3> enum_names(PackingChoice) {
    return {{{"auto", PackingChoice::automatic},
             {"always", PackingChoice::always},
             {"never", PackingChoice::never}}};
}

/// What was decided about it, and why; the same on all ranks.
struct LinkPacking {
    bool packs = false;
    double bandwidth = 0; ///< of the slowest link to another host [bytes / s]; 0: not measured
    double rate = 0;      ///< of packing and unpacking by one rank [bytes / s]; 0: not measured
};

/// Positions that a device packed, since atoms were adopted [bytes].
struct PackedTraffic {
    std::int64_t sent = 0;
    std::int64_t unpacked = 0; ///< what was sent, before it was packed
};

} // namespace mdsim
