// SPDX-License-Identifier: BSD-3-Clause
#include "ops/canonical_order.hpp"

#include <algorithm>

#include "cpu/parallel.hpp"

namespace mdsim {

TileCut TileCut::of(std::uint32_t atoms, std::uint32_t target)
{
    if (atoms == 0)
        return {0, 0};
    return {atoms, std::max(1u, (atoms + target / 2) / target)};
}

std::uint32_t TileCut::begin(std::uint32_t t) const
{
    const std::uint32_t groups = (atoms + group_lanes - 1) / group_lanes;
    return t == tiles ? atoms : t * groups / tiles * group_lanes;
}

namespace {

/// Sorts one cell by recursion over runs of its atoms.
template <class P>
class CellSorter {
  public:
    using Bits = std::make_unsigned_t<typename P::Fraction>;

    CellSorter(std::span<LocalIndex> order, const Site<P>* site, const ParticleId* id,
               const Vec3<double>& heights, const TileCut& cut)
        : order_(order), site_(site), id_(id), heights_(heights), cut_(cut)
    {
    }

    void sort() { split_tiles(0, cut_.tiles); }

  private:
    void split_tiles(std::uint32_t first, std::uint32_t last)
    {
        if (last - first <= 1) {
            split_groups(cut_.begin(first), cut_.begin(last));
            return;
        }
        const std::uint32_t middle = first + (last - first) / 2;
        partition(cut_.begin(first), cut_.begin(middle), cut_.begin(last));
        split_tiles(first, middle);
        split_tiles(middle, last);
    }

    void split_groups(std::uint32_t begin, std::uint32_t end)
    {
        const std::uint32_t groups = (end - begin + group_lanes - 1) / group_lanes;
        if (groups <= 1) {
            std::sort(order_.begin() + begin, order_.begin() + end,
                      [this](LocalIndex a, LocalIndex b) { return id_[a] < id_[b]; });
            return;
        }
        const std::uint32_t middle = begin + groups / 2 * group_lanes;
        partition(begin, middle, end);
        split_groups(begin, middle);
        split_groups(middle, end);
    }

    /// Moves the atoms that come first along the longest side of the run before `middle`.
    void partition(std::uint32_t begin, std::uint32_t middle, std::uint32_t end)
    {
        const auto first = order_.begin() + begin;
        const auto nth = order_.begin() + middle;
        const auto last = order_.begin() + end;
        switch (longest_side(begin, end)) {
        case 0: std::nth_element(first, nth, last, before<&Site<P>::x>()); break;
        case 1: std::nth_element(first, nth, last, before<&Site<P>::y>()); break;
        default: std::nth_element(first, nth, last, before<&Site<P>::z>()); break;
        }
    }

    template <auto coordinate>
    auto before() const
    {
        return [this](LocalIndex a, LocalIndex b) {
            const Bits u = static_cast<Bits>(site_[a].*coordinate);
            const Bits v = static_cast<Bits>(site_[b].*coordinate);
            return u != v ? u < v : id_[a] < id_[b];
        };
    }

    int longest_side(std::uint32_t begin, std::uint32_t end) const
    {
        Vec3<Bits> low{~Bits{0}, ~Bits{0}, ~Bits{0}};
        Vec3<Bits> high{0, 0, 0};
        for (std::uint32_t i = begin; i < end; ++i) {
            const Site<P>& s = site_[order_[i]];
            const Vec3<Bits> u{static_cast<Bits>(s.x), static_cast<Bits>(s.y), static_cast<Bits>(s.z)};
            low = {std::min(low.x, u.x), std::min(low.y, u.y), std::min(low.z, u.z)};
            high = {std::max(high.x, u.x), std::max(high.y, u.y), std::max(high.z, u.z)};
        }
        int longest = 0;
        double length = -1;
        for (int d = 0; d < 3; ++d) {
            const double side = static_cast<double>(static_cast<Bits>(high[d] - low[d])) * heights_[d];
            if (side > length) {
                length = side;
                longest = d;
            }
        }
        return longest;
    }

    std::span<LocalIndex> order_;
    const Site<P>* site_;
    const ParticleId* id_;
    Vec3<double> heights_;
    TileCut cut_;
};

} // namespace

template <class P>
void sort_cells(std::span<LocalIndex> order, std::span<const LocalCell> runs, const Site<P>* site,
                const ParticleId* id, const Vec3<double>& heights, std::uint32_t tile_target)
{
    parallel_for(runs.size(), [&](std::size_t c, std::size_t) {
        const LocalCell& run = runs[c];
        CellSorter<P>(order.subspan(run.first, run.count), site, id, heights,
                      TileCut::of(run.count, tile_target))
            .sort();
    });
}

template void sort_cells(std::span<LocalIndex>, std::span<const LocalCell>,
                         const Site<MixedPrecision>*, const ParticleId*, const Vec3<double>&,
                         std::uint32_t);
template void sort_cells(std::span<LocalIndex>, std::span<const LocalCell>,
                         const Site<DoublePrecision>*, const ParticleId*, const Vec3<double>&,
                         std::uint32_t);

} // namespace mdsim
