// SPDX-License-Identifier: BSD-3-Clause
#include "cpu/missing_pairs.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>

#include "core/contract.hpp"
#include "core/parallel.hpp"
#include "cpu/cell_search.hpp"
#include "cpu/simd/kernels.hpp"
#include "ops/pair_search.hpp"

namespace mdsim {

namespace {

/// The margin for the rounding of distances, relative to them.
constexpr double slack = 1e-5;

template <class Real> Real square(double length) { return static_cast<Real>(length * length); }

/// Distances of then are bounded from below by what they are in the present box, `ratio` times as
/// long at least.
template <class P>
ApproachQuery approach_query(const BoxState& box, double ratio, const MissingPairRanges<P>& ranges,
                             double skin) {
    ApproachQuery query;
    const Vec3<double> now = box.now.heights();
    const Vec3<double> then = ratio * box.built.heights();
    double rounding = 0;
    for (int d = 0; d < 3; ++d) {
        query.height_now[d] = static_cast<float>(now[d]);
        query.height_then[d] = static_cast<float>(then[d]);
        rounding += block_slack * std::max(now[d], then[d]);
    }
    const double within = std::sqrt(static_cast<double>(ranges.largest_within2));
    const double approach = ranges.approach - 2 * rounding - slack * skin;
    query.within = static_cast<float>(within * (1 + slack) + rounding);
    query.needed = static_cast<float>(static_cast<double>(ranges.needed) * (1 - slack));
    query.approach = static_cast<float>(approach);
    query.bounded = box.now.orthorhombic() && box.built.orthorhombic() &&
                    approach > (searched_move + 1) / 2 * skin;
    return query;
}

} // namespace

template <class P>
MissingPairRanges<P>::MissingPairRanges(const std::vector<Real>& cutoff2, std::size_t type_count,
                                        double skin)
    : potentials(cutoff2.size() / (type_count * type_count)), types(type_count),
      far(static_cast<Real>(usable_skin * skin / 2)), needed(static_cast<Real>(usable_skin * skin)),
      approach(skin) {
    MDSIM_EXPECT(skin > 0 && type_count > 0 && cutoff2.size() == potentials * types * types);
    for (const Real c2 : cutoff2) {
        if (c2 <= 0) {
            within2.push_back(-1);
            listed2.push_back(0);
            continue;
        }
        const double cutoff = std::sqrt(static_cast<double>(c2));
        const double within = cutoff * (1 + slack);
        const double listed = (cutoff + skin) * (1 - slack);
        within2.push_back(square<Real>(within));
        listed2.push_back(square<Real>(listed));
        const Real least = least_listed2 == 0 ? listed2.back() : least_listed2;
        least_listed2 = std::min(least, listed2.back());
        largest_within2 = std::max(largest_within2, within2.back());
        largest = std::max(largest, cutoff);
        approach = std::min(approach, listed - within);
    }
}

template <class P>
MissingPairRanges<P> MissingPairRanges<P>::strained(double strain, double skin) const {
    MissingPairRanges<P> ranges = *this;
    const double left = skin - strain * (largest + skin);
    ranges.far = static_cast<Real>(usable_skin * left / 2);
    ranges.needed = static_cast<Real>(usable_skin * left);
    ranges.approach = approach - strain * (largest + skin);
    return ranges;
}

template <class P>
void MissingPairs<P>::measure(const SlotScale<P>& now, typename P::Real far,
                              const LocalCells& cells, const Particles<P, Host>& particles,
                              const AtomBlocks& blocks) {
    using Real = typename P::Real;
    MDSIM_EXPECT(particles.size() == cells.atoms && far > 0);
    const Real far2 = far * far;
    block_move_.resize(blocks.count() + scan_padding);
    block_displaced_.resize(blocks.count());
    cell_move_.resize(cells.cells.size());
    parallel_for(cells.cells.size(), [&](std::size_t c, std::size_t) {
        const LocalCell& cell = cells.cells[c];
        std::size_t block = blocks.first(cells, cell);
        cell_move_[c] = 0;
        for (std::uint32_t i = 0; i < cell.count; i += AtomBlocks::block_atoms, ++block) {
            const BlockMove moves = cpu_kernels<P>().measure_moves(
                {particles.site.data(), particles.reference.data(), cell.first + i,
                 std::min(AtomBlocks::block_atoms, cell.count - i), now},
                far2);
            block_move_[block] = moves.farthest;
            block_displaced_[block] = static_cast<std::uint16_t>(moves.far);
            cell_move_[c] = std::max(cell_move_[c], moves.farthest);
        }
    });
}

template <class P>
bool MissingPairs<P>::any(const ListGeometry<P>& geometry, const BoxState& box,
                          const LocalCells& cells, const Particles<P, Host>& particles,
                          const AtomBlocks& blocks) {
    MDSIM_EXPECT(geometry.box.edges == box.built.edges); // of the same rebuild
    MDSIM_EXPECT(can_search_pairs(box.frame.box, ranges_.largest, skin_));
    const SlotScale<P> now(box.now.edges);
    const double ratio = least_length_ratio(box.built.edges, box.now.edges);
    const MissingPairRanges<P> ranges = ranges_.strained(1 - ratio, skin_);
    measure(now, ranges.far, cells, particles, blocks);
    const double range = searched_range(ranges_.largest, skin_);
    const Search<P> search{
        {particles.site.data(), particles.reference.data(), now, geometry.scale, box.now.periodic},
        ranges,
        cells,
        blocks,
        block_move_.data(),
        block_displaced_.data(),
        cell_move_.data(),
        Stencil(geometry.grid, geometry.box, range),
        geometry.grid,
        approach_query(box, ratio, ranges, skin_)};
    std::vector<SearchScratch<P>> scratch(most_threads());
    std::atomic<bool> found{false};
    parallel_for(cells.cells.size(), [&](std::size_t c, std::size_t thread) {
        if (!cells.cells[c].owned || cell_move_[c] <= static_cast<float>(ranges.far) || found)
            return;
        if (CellSearch<P>(search, c, scratch[thread]).has_missing_pair()) found = true;
    });
    return found;
}

template <class P> std::size_t MissingPairs<P>::bytes() const {
    return (block_move_.capacity() + cell_move_.capacity()) * sizeof(float) +
           block_displaced_.capacity() * sizeof(std::uint16_t);
}

template struct MissingPairRanges<MixedPrecision>;
template struct MissingPairRanges<DoublePrecision>;
template class MissingPairs<MixedPrecision>;
template class MissingPairs<DoublePrecision>;

} // namespace mdsim
