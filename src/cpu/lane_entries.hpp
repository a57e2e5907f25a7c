// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <variant>
#include <vector>

#include "core/ids.hpp"
#include "core/vec4.hpp"
#include "cpu/simd/tile_kernels.hpp"
#include "cpu/tile_list.hpp"

namespace mdsim {

// How potentials that are no kernels of packs walk a tile: lane by lane, in the order of its list.

/// The type that a gathered record ends with.
template <class Real> std::uint32_t type_of(const Vec4<Real>& record) {
    std::uint32_t type = 0;
    std::memcpy(&type, &record.w, sizeof type);
    return type;
}

/// Calls use(table, t) with each of the tables that serves the type of a lane's atom; t is its
/// place.
template <class P, class Table, class Use>
void for_serving(const std::vector<Table>& tables, const ListedTile<P>& tile, std::uint32_t lane,
                 const Vec4<typename P::Real>* records, const Use& use) {
    const auto type = static_cast<TypeId>(type_of(records[tile.lane_record[lane]]));
    for (std::size_t t = 0; t < tables.size(); ++t)
        std::visit(
            [&](const auto& table) {
                if (table.serves(type)) use(table, t);
            },
            tables[t]);
}

/// Calls visit(record, atom) for each entry of a lane in the lists of potential `number`.
template <class P, class Visit>
void for_entries(const ListedTile<P>& tile, std::size_t number, std::uint32_t lane,
                 const Vec4<typename P::Real>* records, const Visit& visit) {
    using Layout = SlotLayout<P>;
    const std::span<const EntryRun> runs = tile.runs_of(number);
    for (std::uint32_t window = 0; window < tile.windows; ++window) {
        const EntryRun& run = runs[window * tile.groups + lane / group_lanes];
        const auto* base = records + std::size_t{window} * Layout::window_records;
        const LocalIndex* slots =
            tile.slots.data() + std::size_t{window} * (Layout::window_records - 1);
        for (std::uint32_t row = 0; row < run.rows; ++row) {
            const std::uint32_t entry =
                run.entries[EntryRun::place(row, lane % group_lanes)] / Layout::entry_units;
            if (entry > 0) visit(base[entry], slots[entry - 1]);
        }
    }
}

} // namespace mdsim
