// SPDX-License-Identifier: BSD-3-Clause
#include "cpu/lacking_pairs.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>

#include "core/fraction.hpp"
#include "core/parallel.hpp"
#include "cpu/simd/kernels.hpp"
#include "ops/pair_search.hpp"

namespace mdsim {

namespace {

/// For the rounding of distances, relative to them.
constexpr double slack = 1e-5;

/// For the rounding of fractions to float, in box heights.
constexpr double block_slack = 1e-6;

static_assert(AtomBlocks::block_atoms == scan_padding);

/// Most far atoms of a cell of so many that are searched for.
std::uint32_t most_far(std::uint32_t atoms) { return 4 + atoms / 16; }

template <class Real> Real square(double length) { return static_cast<Real>(length * length); }

/// An atom that has moved far.
template <class P> struct Mover {
    LocalIndex atom;
    typename P::Real moved; ///< [length]
    FarMover place;         ///< seen from its own cell
};

/// Where atoms of the box are, and how far they have moved.
template <class P> struct Moves {
    using Real = typename P::Real;

    const Site<P>* site;
    const Site<P>* reference;
    FractionScale<P> scale;

    static Vec3<Real> length(const Vec3<typename P::Fraction>& u, const FractionScale<P>& scale) {
        return Vec3<Real>{static_cast<Real>(u.x), static_cast<Real>(u.y), static_cast<Real>(u.z)} *
               scale.length;
    }
    Real distance2(const Site<P>& a, const Site<P>& b) const {
        const Vec3<Real> d = length(difference(a.position(), b.position()), scale);
        return dot(d, d);
    }
    Real moved(LocalIndex i) const { return std::sqrt(distance2(site[i], reference[i])); }

    Mover<P> mover(LocalIndex i) const {
        const auto u = difference(site[i].position(), reference[i].position());
        const Vec3<Real> way = length(u, scale);
        const double unit = std::ldexp(1.0, -fraction_bits<typename P::Fraction>);
        Mover<P> m{i, moved(i), {}};
        m.place.moved = static_cast<float>(m.moved);
        for (int d = 0; d < 3; ++d) {
            const double then = to_double(reference[i].position()[d]);
            m.place.then[d] = static_cast<float>(then);
            m.place.now[d] = static_cast<float>(then + unit * static_cast<double>(u[d]));
            m.place.way[d] = static_cast<float>(way[d]);
        }
        return m;
    }
};

template <class P>
ApproachQuery approach_query(const ListGeometry<P>& geometry, const LackRanges<P>& ranges,
                             double skin) {
    ApproachQuery query;
    const Vec3<double> heights = geometry.box.heights();
    double rounding = 0;
    for (int d = 0; d < 3; ++d) {
        query.height[d] = static_cast<float>(heights[d]);
        rounding += block_slack * heights[d];
    }
    const double within = std::sqrt(static_cast<double>(ranges.largest_within2));
    const double approach = ranges.approach - 2 * rounding - slack * skin;
    query.within = static_cast<float>(within * (1 + slack) + rounding);
    query.needed = static_cast<float>(static_cast<double>(ranges.needed) * (1 - slack));
    query.approach = static_cast<float>(approach);
    query.straight = geometry.box.orthorhombic() && approach > (searched_move + 1) / 2 * skin;
    return query;
}

/// What all cells of one search share.
template <class P> struct Search {
    Moves<P> atoms;
    const LackRanges<P>& ranges;
    const LocalCells& cells;
    const AtomBlocks& blocks;
    const float* block_move;
    const std::uint16_t* block_far;
    const float* cell_move;
    Stencil stencil;
    CellGrid grid;
    ApproachQuery query;
};

/// The cells around one that have atoms here, as it sees them, like blocks of atoms.
class NearCells {
  public:
    void clear() {
        cell_.clear();
        for (auto* side : {&low_, &high_})
            for (std::vector<float>& bound : *side) bound.clear();
        move_.clear();
    }
    void add(const CellGrid& grid, const CellImage& image, std::size_t cell, float move) {
        const Vec3<int> c = grid.coordinates(image.cell);
        cell_.push_back({cell, image.image});
        for (int d = 0; d < 3; ++d) {
            const auto side = static_cast<std::size_t>(d);
            const int at = c[d] + image.image[d] * grid.count[d];
            low_[side].push_back(static_cast<float>(at) / static_cast<float>(grid.count[d]));
            high_[side].push_back(static_cast<float>(at + 1) / static_cast<float>(grid.count[d]));
        }
        move_.push_back(move);
    }
    /// Makes room for kernels that read beyond the end.
    void pad() {
        for (auto* side : {&low_, &high_})
            for (std::vector<float>& bound : *side) bound.resize(cell_.size() + scan_padding);
        move_.resize(cell_.size() + scan_padding);
    }

    struct Cell {
        std::size_t place; ///< among the cells of this rank
        Vec3<int> image;
    };
    std::size_t size() const { return cell_.size(); }
    const Cell& operator[](std::size_t i) const { return cell_[i]; }
    BlockBoxes boxes() const {
        return {{low_[0].data(), low_[1].data(), low_[2].data()},
                {high_[0].data(), high_[1].data(), high_[2].data()}};
    }
    const float* moves() const { return move_.data(); }

  private:
    std::vector<Cell> cell_;
    std::array<std::vector<float>, 3> low_;
    std::array<std::vector<float>, 3> high_;
    std::vector<float> move_;
};

/// What one thread needs; kept from cell to cell.
template <class P> struct alignas(thread_alignment) SearchScratch {
    std::vector<Mover<P>> movers;
    std::vector<CellImage> images;
    NearCells near;
};

/// The search around the far atoms of one cell.
template <class P> class CellSearch {
  public:
    using Real = typename P::Real;
    /// For the rounding of squares, which other kernels may do otherwise.
    static constexpr Real pair_slack = Real(1e-5);

    CellSearch(const Search<P>& search, std::size_t cell, SearchScratch<P>& scratch)
        : s_(search), cell_(search.cells.cells[cell]), move_(search.cell_move[cell]),
          scratch_(scratch) {}

    bool lacks() {
        collect_movers();
        if (scratch_.movers.empty()) return false;
        if (scratch_.movers.size() > most_far(cell_.count)) return true;
        collect_cells();
        return std::any_of(scratch_.movers.begin(), scratch_.movers.end(),
                           [this](const Mover<P>& mover) { return lacks_around(mover); });
    }

  private:
    void collect_movers() {
        scratch_.movers.clear();
        const std::uint16_t* far = s_.block_far + s_.blocks.first(s_.cells, cell_);
        for (std::uint32_t begin = 0; begin < cell_.count; begin += AtomBlocks::block_atoms)
            for (unsigned left = *far++; left != 0; left &= left - 1)
                scratch_.movers.push_back(s_.atoms.mover(
                    cell_.first + begin + static_cast<LocalIndex>(std::countr_zero(left))));
    }

    FractionRegion region() const {
        const Vec3<int> c = s_.grid.coordinates(cell_.cell);
        FractionRegion r;
        for (int d = 0; d < 3; ++d) {
            r.low[d] = static_cast<double>(c[d]) / s_.grid.count[d];
            r.high[d] = static_cast<double>(c[d] + 1) / s_.grid.count[d];
        }
        return r;
    }

    void collect_cells() {
        s_.stencil.near(cell_.cell, region(), scratch_.images);
        scratch_.near.clear();
        for (const CellImage& image : scratch_.images) {
            const std::int32_t place = s_.cells.place[static_cast<std::size_t>(image.cell)];
            if (place == LocalCells::absent) continue;
            const auto other = static_cast<std::size_t>(place);
            if (move_ + s_.cell_move[other] > s_.query.needed)
                scratch_.near.add(s_.grid, image, other, s_.cell_move[other]);
        }
        scratch_.near.pad();
    }

    /// Calls act(k) for those boxes in which there may be a partner of the mover, until it returns
    /// true; whether it did.
    template <class Act>
    bool any_ahead(const BlockBoxes& boxes, const float* moves, std::size_t first,
                   std::size_t count, const FarMover& mover, const Act& act) const {
        for (std::size_t b = 0; b < count; b += scan_padding) {
            unsigned found =
                cpu_kernels<P>().find_approaching(boxes, moves, first + b, mover, s_.query);
            if (count - b < scan_padding) found &= (1u << (count - b)) - 1;
            for (; found != 0; found &= found - 1)
                if (act(b + static_cast<std::size_t>(std::countr_zero(found)))) return true;
        }
        return false;
    }

    bool lacks_around(const Mover<P>& mover) const {
        const NearCells& near = scratch_.near;
        return any_ahead(near.boxes(), near.moves(), 0, near.size(), mover.place,
                         [&](std::size_t k) { return lacks_in(near[k], mover); });
    }

    bool lacks_in(const NearCells::Cell& near, const Mover<P>& mover) const {
        const LocalCell& other = s_.cells.cells[near.place];
        FarMover seen = mover.place;
        for (int d = 0; d < 3; ++d) {
            seen.then[d] -= static_cast<float>(near.image[d]);
            seen.now[d] -= static_cast<float>(near.image[d]);
        }
        const std::size_t blocks =
            (other.count + AtomBlocks::block_atoms - 1) / AtomBlocks::block_atoms;
        return any_ahead(
            s_.blocks.boxes(), s_.block_move, s_.blocks.first(s_.cells, other), blocks, seen,
            [&](std::size_t b) {
                const auto begin = static_cast<std::uint32_t>(b) * AtomBlocks::block_atoms;
                return lacks_in_block(mover, other.first + begin,
                                      std::min(AtomBlocks::block_atoms, other.count - begin));
            });
    }

    bool lacks_in_block(const Mover<P>& mover, LocalIndex first, std::uint32_t count) const {
        const Real needed = std::max(Real(0), s_.ranges.needed - mover.moved) * (1 - pair_slack);
        unsigned found = cpu_kernels<P>().find_partners(
            {{s_.atoms.site, s_.atoms.reference, first, count, s_.atoms.scale},
             s_.atoms.site[mover.atom].position(),
             s_.atoms.reference[mover.atom].position(),
             s_.ranges.largest_within2 * (1 + pair_slack),
             s_.ranges.least_listed2 * (1 - pair_slack),
             needed * needed});
        for (; found != 0; found &= found - 1)
            if (lacks_pair(mover, first + static_cast<LocalIndex>(std::countr_zero(found))))
                return true;
        return false;
    }

    /// Symmetric in the two atoms, so that the ranks that own them agree.
    bool lacks_pair(const Mover<P>& mover, LocalIndex j) const {
        const LocalIndex i = mover.atom;
        const Real now2 = s_.atoms.distance2(s_.atoms.site[i], s_.atoms.site[j]);
        if (now2 > s_.ranges.largest_within2) return false;
        if (mover.moved + s_.atoms.moved(j) <= s_.ranges.needed) return false;
        const Real then2 = s_.atoms.distance2(s_.atoms.reference[i], s_.atoms.reference[j]);
        const std::size_t types = s_.ranges.types;
        const auto pair = static_cast<std::size_t>(s_.atoms.site[i].type) * types +
                          static_cast<std::size_t>(s_.atoms.site[j].type);
        for (std::size_t law = 0; law < s_.ranges.laws; ++law) {
            const std::size_t k = law * types * types + pair;
            if (now2 <= s_.ranges.within2[k] && then2 > s_.ranges.listed2[k]) return true;
        }
        return false;
    }

    const Search<P>& s_;
    const LocalCell& cell_;
    float move_;
    SearchScratch<P>& scratch_;
};

} // namespace

template <class P>
LackRanges<P>::LackRanges(const std::vector<Real>& cutoff2, std::size_t type_count, double skin)
    : laws(cutoff2.size() / (type_count * type_count)), types(type_count),
      far(static_cast<Real>(usable_skin * skin / 2)), needed(static_cast<Real>(usable_skin * skin)),
      approach(skin) {
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
void LackingPairs<P>::measure(const ListGeometry<P>& geometry, const LocalCells& cells,
                              const Particles<P, Host>& particles, const AtomBlocks& blocks) {
    using Real = typename P::Real;
    const Real far2 = ranges_.far * ranges_.far;
    block_move_.resize(blocks.count() + scan_padding);
    block_far_.resize(blocks.count());
    cell_move_.resize(cells.cells.size());
    parallel_for(cells.cells.size(), [&](std::size_t c, std::size_t) {
        const LocalCell& cell = cells.cells[c];
        std::size_t block = blocks.first(cells, cell);
        cell_move_[c] = 0;
        for (std::uint32_t i = 0; i < cell.count; i += AtomBlocks::block_atoms, ++block) {
            const BlockMove moves = cpu_kernels<P>().measure_moves(
                {particles.site.data(), particles.reference.data(), cell.first + i,
                 std::min(AtomBlocks::block_atoms, cell.count - i), geometry.scale},
                far2);
            block_move_[block] = moves.farthest;
            block_far_[block] = static_cast<std::uint16_t>(moves.far);
            cell_move_[c] = std::max(cell_move_[c], moves.farthest);
        }
    });
}

template <class P>
bool LackingPairs<P>::any(const ListGeometry<P>& geometry, const LocalCells& cells,
                          const Particles<P, Host>& particles, const AtomBlocks& blocks) {
    measure(geometry, cells, particles, blocks);
    const double range = ranges_.largest + (1 + searched_skins) * skin_;
    const Search<P> search{{particles.site.data(), particles.reference.data(), geometry.scale},
                           ranges_,
                           cells,
                           blocks,
                           block_move_.data(),
                           block_far_.data(),
                           cell_move_.data(),
                           Stencil(geometry.grid, geometry.box, range),
                           geometry.grid,
                           approach_query(geometry, ranges_, skin_)};
    std::vector<SearchScratch<P>> scratch(most_threads());
    std::atomic<bool> found{false};
    parallel_for(cells.cells.size(), [&](std::size_t c, std::size_t thread) {
        if (!cells.cells[c].owned || cell_move_[c] <= static_cast<float>(ranges_.far) || found)
            return;
        if (CellSearch<P>(search, c, scratch[thread]).lacks()) found = true;
    });
    return found;
}

template <class P> std::size_t LackingPairs<P>::bytes() const {
    return (block_move_.capacity() + cell_move_.capacity()) * sizeof(float) +
           block_far_.capacity() * sizeof(std::uint16_t);
}

template struct LackRanges<MixedPrecision>;
template struct LackRanges<DoublePrecision>;
template class LackingPairs<MixedPrecision>;
template class LackingPairs<DoublePrecision>;

} // namespace mdsim
