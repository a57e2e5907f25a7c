// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "core/fraction.hpp"
#include "core/thread_alignment.hpp"
#include "cpu/atom_blocks.hpp"
#include "cpu/missing_pairs.hpp"
#include "cpu/near_cells.hpp"
#include "cpu/simd/kernels.hpp"

namespace mdsim {

/// An atom that has moved more than half the skin since the last rebuild.
template <class P> struct DisplacedAtom {
    LocalIndex atom;
    typename P::Real moved; ///< [length]
    DisplacedPlace place;   ///< in the image of its own cell
};

/// Where atoms are now and were at the last rebuild, and the distances that follow.
template <class P> struct Moves {
    using Real = typename P::Real;

    const Site<P>* site;
    const Site<P>* reference;
    FractionScale<P> now;  ///< of the present box
    FractionScale<P> then; ///< of the box when lists were built
    std::array<bool, 3> periodic;

    static Vec3<Real> length(const Vec3<typename P::Fraction>& u, const FractionScale<P>& scale) {
        return Vec3<Real>{static_cast<Real>(u.x), static_cast<Real>(u.y), static_cast<Real>(u.z)} *
               scale.length;
    }
    static Real distance2(const Site<P>& a, const Site<P>& b, const FractionScale<P>& scale) {
        const Vec3<Real> d = length(difference(a.position(), b.position()), scale);
        return dot(d, d);
    }
    Real distance2_now(LocalIndex i, LocalIndex j) const {
        return distance2(site[i], site[j], now);
    }
    Real distance2_then(LocalIndex i, LocalIndex j) const {
        return distance2(reference[i], reference[j], then);
    }
    /// Whether the shortest way from one atom to the other leads through an open face. Such atoms
    /// are no pair, because the box does not repeat there.
    bool through_open_face(LocalIndex i, LocalIndex j) const {
        for (int d = 0; d < 3; ++d) {
            const int crossed = crossing(site[i].position()[d], site[j].position()[d]);
            if (crossed != 0 && !periodic[static_cast<std::size_t>(d)]) return true;
        }
        return false;
    }
    Real moved(LocalIndex i) const { return std::sqrt(distance2(site[i], reference[i], now)); }

    DisplacedAtom<P> displaced_atom(LocalIndex i) const {
        const auto u = difference(site[i].position(), reference[i].position());
        const Vec3<Real> way = length(u, now);
        const double unit = std::ldexp(1.0, -fraction_bits<typename P::Fraction>);
        DisplacedAtom<P> m{i, moved(i), {}};
        m.place.moved = static_cast<float>(m.moved);
        for (int d = 0; d < 3; ++d) {
            const double start = to_double(reference[i].position()[d]);
            m.place.then[d] = static_cast<float>(start);
            m.place.now[d] = static_cast<float>(start + unit * static_cast<double>(u[d]));
            m.place.way[d] = static_cast<float>(way[d]);
        }
        return m;
    }
};

/// What all cells of one search share.
template <class P> struct Search {
    Moves<P> atoms;
    const MissingPairRanges<P>& ranges;
    const LocalCells& cells;
    const AtomBlocks& blocks;
    const float* block_move;
    const std::uint16_t* block_displaced;
    const float* cell_move;
    Stencil stencil;
    CellGrid grid;
    ApproachQuery query;
};

/// What one thread needs; kept from cell to cell.
template <class P> struct alignas(thread_alignment) SearchScratch {
    std::vector<DisplacedAtom<P>> displaced;
    std::vector<CellImage> images;
    NearCells near;
};

/// The search around the displaced atoms of one cell.
template <class P> class CellSearch {
    static_assert(AtomBlocks::block_atoms == scan_padding);

  public:
    using Real = typename P::Real;
    /// The kernels compare squares of lengths; the final test adds the lengths themselves. The two
    /// round differently. This margin lets the kernels find every pair that the final test accepts.
    static constexpr Real pair_slack = Real(1e-5);

    CellSearch(const Search<P>& search, std::size_t cell, SearchScratch<P>& scratch)
        : s_(search), cell_(search.cells.cells[cell]), move_(search.cell_move[cell]),
          scratch_(scratch) {}

    /// Whether a pair with a displaced atom of the cell is missing from the lists. Also true if so
    /// many atoms of the cell are displaced that a search would take longer than it saves.
    bool has_missing_pair() {
        const std::size_t most_searched = 4 + cell_.count / 16;
        collect_displaced();
        if (scratch_.displaced.empty()) return false;
        if (scratch_.displaced.size() > most_searched) return true;
        collect_cells();
        return std::any_of(
            scratch_.displaced.begin(), scratch_.displaced.end(),
            [this](const DisplacedAtom<P>& atom) { return has_missing_around(atom); });
    }

  private:
    void collect_displaced() {
        scratch_.displaced.clear();
        const std::uint16_t* bits = s_.block_displaced + s_.blocks.first(s_.cells, cell_);
        for (std::uint32_t begin = 0; begin < cell_.count; begin += AtomBlocks::block_atoms)
            for (unsigned left = *bits++; left != 0; left &= left - 1)
                scratch_.displaced.push_back(s_.atoms.displaced_atom(
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

    /// Calls act(k) for each box k that may hold a partner of the atom, until act returns true.
    /// Returns whether it did.
    template <class Act>
    bool any_ahead(const BlockBoxes& boxes, const float* moves, std::size_t first,
                   std::size_t count, const DisplacedPlace& atom, const Act& act) const {
        for (std::size_t b = 0; b < count; b += scan_padding) {
            unsigned found =
                cpu_kernels<P>().find_approaching(boxes, moves, first + b, atom, s_.query);
            if (count - b < scan_padding) found &= (1u << (count - b)) - 1;
            for (; found != 0; found &= found - 1)
                if (act(b + static_cast<std::size_t>(std::countr_zero(found)))) return true;
        }
        return false;
    }

    bool has_missing_around(const DisplacedAtom<P>& atom) const {
        const NearCells& near = scratch_.near;
        return any_ahead(near.boxes(), near.moves(), 0, near.size(), atom.place,
                         [&](std::size_t k) { return has_missing_in(near[k], atom); });
    }

    bool has_missing_in(const NearCells::Cell& near, const DisplacedAtom<P>& atom) const {
        const LocalCell& other = s_.cells.cells[near.place];
        DisplacedPlace seen = atom.place;
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
                return has_missing_in_block(atom, other.first + begin,
                                            std::min(AtomBlocks::block_atoms, other.count - begin));
            });
    }

    bool has_missing_in_block(const DisplacedAtom<P>& atom, LocalIndex first,
                              std::uint32_t count) const {
        const Real needed = std::max(Real(0), s_.ranges.needed - atom.moved) * (1 - pair_slack);
        unsigned found = cpu_kernels<P>().find_partners(
            {{s_.atoms.site, s_.atoms.reference, first, count, s_.atoms.now},
             s_.atoms.then,
             s_.atoms.site[atom.atom].position(),
             s_.atoms.reference[atom.atom].position(),
             s_.ranges.largest_within2 * (1 + pair_slack),
             s_.ranges.least_listed2 * (1 - pair_slack),
             needed * needed});
        for (; found != 0; found &= found - 1)
            if (has_missing_pair(atom, first + static_cast<LocalIndex>(std::countr_zero(found))))
                return true;
        return false;
    }

    /// The final test of one pair. It is symmetric in the two atoms, so that the ranks that own
    /// them agree.
    bool has_missing_pair(const DisplacedAtom<P>& atom, LocalIndex j) const {
        const LocalIndex i = atom.atom;
        const Real now2 = s_.atoms.distance2_now(i, j);
        if (now2 > s_.ranges.largest_within2) return false;
        if (atom.moved + s_.atoms.moved(j) <= s_.ranges.needed) return false;
        if (s_.atoms.through_open_face(i, j)) return false;
        const Real then2 = s_.atoms.distance2_then(i, j);
        const std::size_t types = s_.ranges.types;
        const auto pair = static_cast<std::size_t>(s_.atoms.site[i].type) * types +
                          static_cast<std::size_t>(s_.atoms.site[j].type);
        for (std::size_t potential = 0; potential < s_.ranges.potentials; ++potential) {
            const std::size_t k = potential * types * types + pair;
            if (now2 <= s_.ranges.within2[k] && then2 > s_.ranges.listed2[k]) return true;
        }
        return false;
    }

    const Search<P>& s_;
    const LocalCell& cell_;
    float move_;
    SearchScratch<P>& scratch_;
};

} // namespace mdsim
