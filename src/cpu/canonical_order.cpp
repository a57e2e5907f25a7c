// SPDX-License-Identifier: BSD-3-Clause
#include "ops/canonical_order.hpp"

#include <algorithm>
#include <vector>

#include "cpu/parallel.hpp"

namespace mdsim {

TileCut TileCut::of(std::uint32_t atoms, std::uint32_t target) {
    if (atoms == 0) return {0, 0};
    return {atoms, std::max(1u, (atoms + target / 2) / target)};
}

std::uint32_t TileCut::begin(std::uint32_t t) const {
    const std::uint32_t groups = (atoms + group_lanes - 1) / group_lanes;
    return t == tiles ? atoms : t * groups / tiles * group_lanes;
}

namespace {

/// What the order of an atom depends on, and where the atom is.
template <class Bits> struct SortKey {
    Vec3<Bits> u;
    LocalIndex atom;
    ParticleId id;
};

/// Moves the values below a pivot to the beginning of a run and returns where the others begin.
/// Free of branches on values, which no processor could foresee.
std::size_t divide(std::vector<std::uint64_t>& values, std::size_t first, std::size_t last,
                   std::uint64_t pivot) {
    std::size_t below = first;
    for (std::size_t i = first; i < last; ++i) {
        const std::uint64_t value = values[i];
        values[i] = values[below];
        values[below] = value;
        below += value < pivot ? 1 : 0;
    }
    return below;
}

/// Puts the `count` smallest of different numbers first, in any order: quickselect.
void select_smallest(std::vector<std::uint64_t>& values, std::size_t count) {
    std::size_t first = 0;
    std::size_t last = values.size();
    while (last - first > 2) {
        const std::uint64_t a = values[first];
        const std::uint64_t b = values[first + (last - first) / 2];
        const std::uint64_t c = values[last - 1];
        const std::uint64_t median = std::max(std::min(a, b), std::min(std::max(a, b), c));
        const std::size_t below = divide(values, first, last, median);
        if (below == count) return;
        (count < below ? last : first) = below;
    }
    if (last - first == 2 && values[last - 1] < values[first])
        std::swap(values[first], values[last - 1]);
}

/// Sorts one cell by recursion over runs of its atoms.
template <class P> class CellSorter {
  public:
    using Bits = std::make_unsigned_t<typename P::Fraction>;
    using Key = SortKey<Bits>;

    CellSorter(std::span<Key> keys, const Vec3<double>& heights, const TileCut& cut)
        : keys_(keys), heights_(heights), cut_(cut) {}

    void sort() { split_tiles(0, cut_.tiles); }

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

    /// Moves the atoms that come first along the longest side of the run before `middle`.
    void partition(std::uint32_t begin, std::uint32_t middle, std::uint32_t end) {
        const int side = longest_side(begin, end);
        if constexpr (sizeof(Bits) == 4) {
            if (select_without_ties(side, begin, middle, end)) return;
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
        default:
            std::nth_element(first, nth, last, before<&Vec3<Bits>::z>);
            break;
        }
    }

    /// The same for 32-bit fractions, by a selection among coordinates alone. Does nothing and
    /// returns false where atoms at the cut share a coordinate, so that their ids must decide.
    bool select_without_ties(int side, std::uint32_t begin, std::uint32_t middle,
                             std::uint32_t end) {
        const std::size_t count = end - begin;
        ranked_.resize(count);
        for (std::size_t i = 0; i < count; ++i)
            ranked_[i] = static_cast<std::uint64_t>(keys_[begin + i].u[side]) << 32 | i;
        select_smallest(ranked_, middle - begin);
        std::uint64_t largest = 0;
        for (std::size_t i = 0; i < middle - begin; ++i) largest = std::max(largest, ranked_[i]);
        std::uint64_t smallest = ~std::uint64_t{0};
        for (std::size_t i = middle - begin; i < count; ++i)
            smallest = std::min(smallest, ranked_[i]);
        if (largest >> 32 == smallest >> 32) return false;
        moved_.resize(count);
        for (std::size_t i = 0; i < count; ++i)
            moved_[i] = keys_[begin + static_cast<std::uint32_t>(ranked_[i])];
        std::copy(moved_.begin(), moved_.end(), keys_.begin() + begin);
        return true;
    }

    template <auto coordinate> static bool before(const Key& a, const Key& b) {
        const Bits u = a.u.*coordinate;
        const Bits v = b.u.*coordinate;
        return u != v ? u < v : a.id < b.id;
    }

    int longest_side(std::uint32_t begin, std::uint32_t end) const {
        Vec3<Bits> low = keys_[begin].u;
        Vec3<Bits> high = low;
        for (const Key& key : keys_.subspan(begin, end - begin)) {
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

    std::span<Key> keys_;
    Vec3<double> heights_;
    TileCut cut_;
    std::vector<std::uint64_t> ranked_;
    std::vector<Key> moved_;
};

} // namespace

template <class P>
void sort_cells(std::span<LocalIndex> order, std::span<const LocalCell> runs, const Site<P>* site,
                const ParticleId* id, const Vec3<double>& heights, std::uint32_t tile_target) {
    using Sorter = CellSorter<P>;
    using Bits = typename Sorter::Bits;
    std::vector<std::vector<typename Sorter::Key>> scratch(
        static_cast<std::size_t>(omp_get_max_threads()));
    parallel_for(runs.size(), [&](std::size_t c, std::size_t thread) {
        const std::span<LocalIndex> atoms = order.subspan(runs[c].first, runs[c].count);
        std::vector<typename Sorter::Key>& keys = scratch[thread];
        keys.clear();
        for (const LocalIndex i : atoms) {
            const Site<P>& s = site[i];
            keys.push_back(
                {{static_cast<Bits>(s.x), static_cast<Bits>(s.y), static_cast<Bits>(s.z)},
                 i,
                 id[i]});
        }
        Sorter(keys, heights, TileCut::of(runs[c].count, tile_target)).sort();
        for (std::size_t k = 0; k < keys.size(); ++k) atoms[k] = keys[k].atom;
    });
}

template void sort_cells(std::span<LocalIndex>, std::span<const LocalCell>,
                         const Site<MixedPrecision>*, const ParticleId*, const Vec3<double>&,
                         std::uint32_t);
template void sort_cells(std::span<LocalIndex>, std::span<const LocalCell>,
                         const Site<DoublePrecision>*, const ParticleId*, const Vec3<double>&,
                         std::uint32_t);

} // namespace mdsim
