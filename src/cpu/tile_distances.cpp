// SPDX-License-Identifier: BSD-3-Clause
#include "cpu/tile_distances.hpp"

#include <cmath>
#include <cstring>

#include "core/contract.hpp"

namespace mdsim {

namespace {

template <class Real> std::size_t type_of(const Vec4<Real>& record) {
    std::int32_t type = 0;
    std::memcpy(&type, &record.w, sizeof type);
    return static_cast<std::size_t>(type);
}

/// Counts the distances to the neighbours of one lane. Padding names the dummy record, which is out
/// of range.
template <class P>
void count_lane(const EntryRun& run, std::uint32_t lane, const Vec4<typename P::Real>& own,
                const Vec4<typename P::Real>* window, PairHistogram& histogram) {
    const std::size_t type = type_of(own);
    for (std::uint32_t row = 0; row < run.rows; ++row) {
        const std::uint16_t entry = run.entries[EntryRun::place(row, lane)];
        const auto& other = window[entry / SlotLayout<P>::entry_units];
        const double dx = static_cast<double>(own.x - other.x);
        const double dy = static_cast<double>(own.y - other.y);
        const double dz = static_cast<double>(own.z - other.z);
        const double r2 = dx * dx + dy * dy + dz * dz;
        if (r2 < histogram.range * histogram.range)
            histogram.add(type, type_of(other), std::sqrt(r2));
    }
}

} // namespace

template <class P>
void count_tile_distances(const ListedTile<P>& tile, const Vec4<typename P::Real>* records,
                          PairHistogram& histogram) {
    const std::size_t per_potential = std::size_t{tile.windows} * tile.groups;
    MDSIM_EXPECT(tile.runs.size() % per_potential == 0);
    MDSIM_EXPECT(tile.lane_record.size() >= tile.count);
    for (std::size_t r = 0; r < tile.runs.size(); ++r) {
        const std::size_t window = r % per_potential / tile.groups;
        const std::uint32_t first = static_cast<std::uint32_t>(r % tile.groups) * group_lanes;
        for (std::uint32_t lane = 0; lane < group_lanes && first + lane < tile.count; ++lane)
            count_lane<P>(tile.runs[r], lane, records[tile.lane_record[first + lane]],
                          records + window * SlotLayout<P>::window_records, histogram);
    }
}

template void count_tile_distances(const ListedTile<MixedPrecision>&, const Vec4<float>*,
                                   PairHistogram&);
template void count_tile_distances(const ListedTile<DoublePrecision>&, const Vec4<double>*,
                                   PairHistogram&);

} // namespace mdsim
