// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/ids.hpp"
#include "core/vec3.hpp"
#include "state/local_cells.hpp"
#include "state/particles.hpp"

namespace mdsim {

/// Atoms that are worked on side by side; tiles are cut at multiples of it.
inline constexpr int group_lanes = 16;

/// How the atoms of a cell are cut into tiles: `tiles` runs of whole groups of lanes.
struct TileCut {
    std::uint32_t atoms = 0;
    std::uint32_t tiles = 0;

    /// About `target` atoms a tile.
    static TileCut of(std::uint32_t atoms, std::uint32_t target);

    /// Where tile t begins; `begin(tiles)` is the number of atoms.
    std::uint32_t begin(std::uint32_t t) const;
};

/// Puts the atoms of each cell into canonical order: a k-d tree halves tiles, then groups of lanes,
/// at the median of the longest side; within a group by particle id.
///
/// `order` holds indices of `site` and `id`; the run of each cell is permuted. What results depends
/// on the atoms alone, not on the order they came in. `heights` are those of the box [length].
template <class P>
void sort_cells(std::span<LocalIndex> order, std::span<const LocalCell> runs, const Site<P>* site,
                const ParticleId* id, const Vec3<double>& heights, std::uint32_t tile_target);

} // namespace mdsim
