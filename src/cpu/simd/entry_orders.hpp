// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "cpu/simd/pack.hpp"

namespace mdsim::simd::MDSIM_SIMD {

/// For each mask of eight entries, the bytes of those that are set, in order, then those of the
/// first.
struct EntryOrders {
    alignas(16) std::uint8_t order[256][16];
    constexpr const std::uint8_t* operator[](unsigned mask) const { return order[mask]; }
};

constexpr EntryOrders make_entry_orders() {
    EntryOrders table{};
    for (unsigned mask = 0; mask < 256; ++mask) {
        int filled = 0;
        for (unsigned entry = 0; entry < 8; ++entry) {
            if ((mask >> entry & 1u) == 0) continue;
            table.order[mask][filled++] = static_cast<std::uint8_t>(2 * entry);
            table.order[mask][filled++] = static_cast<std::uint8_t>(2 * entry + 1);
        }
    }
    return table;
}

static constexpr EntryOrders entry_orders = make_entry_orders();

} // namespace mdsim::simd::MDSIM_SIMD
