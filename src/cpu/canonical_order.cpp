// SPDX-License-Identifier: BSD-3-Clause
#include "ops/canonical_order.hpp"
#include "core/contract.hpp"

#include <algorithm>
#include <vector>

#include "core/parallel.hpp"
#include "cpu/simd/kernels.hpp"

namespace mdsim {

TileCut TileCut::of(std::uint32_t atoms, std::uint32_t target) {
    MDSIM_EXPECT(target > 0);
    if (atoms == 0) return {0, 0};
    return {atoms, std::max(1u, (atoms + target / 2) / target)};
}

std::uint32_t TileCut::begin(std::uint32_t t) const {
    MDSIM_EXPECT(t <= tiles);
    const std::uint32_t groups = (atoms + group_lanes - 1) / group_lanes;
    return t == tiles ? atoms : t * groups / tiles * group_lanes;
}

namespace {

/// What decides the place of an atom in the order: its coordinates, then its id. `atom` is its
/// index.
template <class Bits> struct SortKey {
    Vec3<Bits> u;
    LocalIndex atom;
    ParticleId id;
};

/// In longer runs of atoms, selecting the median is faster than ranking every atom.
constexpr std::size_t most_ranked = 512;

/// Sorts one cell at a time, by recursion over runs of its atoms. Each thread has its own sorter.
template <class P> class alignas(thread_alignment) CellSorter {
  public:
    using Bits = std::make_unsigned_t<typename P::Fraction>;
    using Key = SortKey<Bits>;

    /// Permutes the atoms of a cell. `heights` are those of the box [length].
    void sort(std::span<LocalIndex> atoms, const Site<P>* site, const ParticleId* id,
              const Vec3<double>& heights, std::uint32_t tile_target) {
        cut_ = TileCut::of(static_cast<std::uint32_t>(atoms.size()), tile_target);
        heights_ = heights;
        keys_.clear();
        for (const LocalIndex i : atoms) {
            const Site<P>& s = site[i];
            keys_.push_back(
                {{static_cast<Bits>(s.x), static_cast<Bits>(s.y), static_cast<Bits>(s.z)},
                 i,
                 id[i]});
        }
        split_tiles(0, cut_.tiles);
        for (std::size_t k = 0; k < keys_.size(); ++k) atoms[k] = keys_[k].atom;
    }

  private:
    void split_tiles(std::uint32_t first, std::uint32_t last) {
        if (last - first <= 1) {
            split_groups(cut_.begin(first), cut_.begin(last));
            return;
        }
        const std::uint32_t middle = first + (last - first) / 2;
        partition(cut_.begin(first), cut_.begin(middle), cut_.begin(last));
        split_tiles(first, middle);
        split_tiles(middle, last);
    }

    void split_groups(std::uint32_t begin, std::uint32_t end) {
        const std::uint32_t groups = (end - begin + group_lanes - 1) / group_lanes;
        if (groups <= 1) {
            std::sort(keys_.begin() + begin, keys_.begin() + end,
                      [](const Key& a, const Key& b) { return a.id < b.id; });
            return;
        }
        const std::uint32_t middle = begin + groups / 2 * group_lanes;
        partition(begin, middle, end);
        split_groups(begin, middle);
        split_groups(middle, end);
    }

    /// Divides a run in two at `middle`: the atoms that come first along its longest side move to
    /// the front.
    void partition(std::uint32_t begin, std::uint32_t middle, std::uint32_t end) {
        MDSIM_EXPECT(begin <= middle && middle <= end && end <= keys_.size());
        const int side = longest_side(begin, end);
        if constexpr (sizeof(Bits) == 4) {
            if (divide_by_rank(side, begin, middle, end)) return;
        }
        const auto first = keys_.begin() + begin;
        const auto nth = keys_.begin() + middle;
        const auto last = keys_.begin() + end;
        switch (side) {
        case 0:
            std::nth_element(first, nth, last, before<&Vec3<Bits>::x>);
            break;
        case 1:
            std::nth_element(first, nth, last, before<&Vec3<Bits>::y>);
            break;
        case 2:
            std::nth_element(first, nth, last, before<&Vec3<Bits>::z>);
            break;
        }
    }

    /// Does the same for short runs of 32-bit fractions. It counts for each atom the atoms before
    /// it. That takes many comparisons, but no branch that a processor could mispredict. If atoms
    /// at the cut share a coordinate, ids must decide: then, or if the run is too long, it changes
    /// nothing and returns false.
    bool divide_by_rank(int side, std::uint32_t begin, std::uint32_t middle, std::uint32_t end) {
        const std::size_t count = end - begin;
        if (count > most_ranked) return false;
        const std::span<Key> keys = std::span(keys_).subspan(begin, count);
        coordinate_.resize(count + rank_padding);
        rank_.resize(count + rank_padding);
        for (std::size_t i = 0; i < count; ++i)
            coordinate_[i] = static_cast<std::int32_t>(keys[i].u[side] ^ 0x80000000u);
        cpu_kernels<P>().rank_keys(coordinate_.data(), count, rank_.data());
        const auto cut = static_cast<std::int32_t>(middle - begin);
        const auto before_cut = [cut](std::int32_t rank) { return rank < cut; };
        const auto ranks = rank_.begin();
        if (std::count_if(ranks, ranks + static_cast<std::ptrdiff_t>(count), before_cut) != cut)
            return false;
        moved_.resize(count);
        std::size_t place[2] = {middle - begin, 0};
        for (std::size_t i = 0; i < count; ++i) moved_[place[before_cut(rank_[i])]++] = keys[i];
        std::copy(moved_.begin(), moved_.end(), keys.begin());
        return true;
    }

    template <auto coordinate> static bool before(const Key& a, const Key& b) {
        const Bits u = a.u.*coordinate;
        const Bits v = b.u.*coordinate;
        return u != v ? u < v : a.id < b.id;
    }

    int longest_side(std::uint32_t begin, std::uint32_t end) const {
        MDSIM_EXPECT(begin < end);
        Vec3<Bits> low = keys_[begin].u;
        Vec3<Bits> high = low;
        for (const Key& key : std::span(keys_).subspan(begin, end - begin)) {
            low = {std::min(low.x, key.u.x), std::min(low.y, key.u.y), std::min(low.z, key.u.z)};
            high = {std::max(high.x, key.u.x), std::max(high.y, key.u.y),
                    std::max(high.z, key.u.z)};
        }
        int longest = 0;
        double length = -1;
        for (int d = 0; d < 3; ++d) {
            const double side =
                static_cast<double>(static_cast<Bits>(high[d] - low[d])) * heights_[d];
            if (side > length) {
                length = side;
                longest = d;
            }
        }
        return longest;
    }

    std::vector<Key> keys_; ///< of the cell that is being sorted
    Vec3<double> heights_;
    TileCut cut_;
    std::vector<std::int32_t> coordinate_;
    std::vector<std::int32_t> rank_;
    std::vector<Key> moved_;
};

} // namespace

template <class P>
void sort_cells(std::span<LocalIndex> order, std::span<const LocalCell> runs, const Site<P>* site,
                const ParticleId* id, const Vec3<double>& heights, std::uint32_t tile_target) {
    std::vector<CellSorter<P>> sorters(most_threads());
    parallel_for(runs.size(), [&](std::size_t c, std::size_t thread) {
        sorters[thread].sort(order.subspan(runs[c].first, runs[c].count), site, id, heights,
                             tile_target);
    });
}

template void sort_cells(std::span<LocalIndex>, std::span<const LocalCell>,
                         const Site<MixedPrecision>*, const ParticleId*, const Vec3<double>&,
                         std::uint32_t);
template void sort_cells(std::span<LocalIndex>, std::span<const LocalCell>,
                         const Site<DoublePrecision>*, const ParticleId*, const Vec3<double>&,
                         std::uint32_t);

} // namespace mdsim
