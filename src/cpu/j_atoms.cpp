// SPDX-License-Identifier: BSD-3-Clause
#include "cpu/j_atoms.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "core/contract.hpp"
#include "core/fraction.hpp"

namespace mdsim {

namespace {

__extension__ using WideInteger = __int128;

/// A factor on squared distances, so that the rounding of real coordinates never drops an atom.
constexpr double safety = 1 + 1e-5;

/// How far an image of an atom lies from a centre in one direction, in units of the fraction. The
/// difference is exact and rounded once.
template <class Fraction> double image_distance(Fraction u, Fraction centre, int image) {
    using Bits = std::make_unsigned_t<Fraction>;
    const WideInteger from = static_cast<Bits>(centre);
    const WideInteger to = static_cast<Bits>(u);
    const WideInteger box = WideInteger{1} << fraction_bits<Fraction>;
    return static_cast<double>(to - from + image * box);
}

template <class P>
Vec3<double> image_shift(const Site<P>& site, const Tile<P>& tile, const Vec3<int>& image) {
    return {image_distance(site.x, tile.centre.x, image.x),
            image_distance(site.y, tile.centre.y, image.y),
            image_distance(site.z, tile.centre.z, image.z)};
}

template <class P> FractionRegion region_of(const Tile<P>& tile) {
    using Fraction = typename P::Fraction;
    const double unit = std::ldexp(1.0, -fraction_bits<Fraction>);
    FractionRegion region;
    const auto span = [unit](Fraction centre, double half, double& low, double& high) {
        low = to_double(centre) - half * unit;
        high = to_double(centre) + half * unit;
    };
    span(tile.centre.x, tile.half_extent.x, region.low.x, region.high.x);
    span(tile.centre.y, tile.half_extent.y, region.low.y, region.high.y);
    span(tile.centre.z, tile.half_extent.z, region.low.z, region.high.z);
    return region;
}

/// Writes the records of consecutive atoms of a cell, at one image of that cell.
template <class P>
void image_records(const ListGeometry<P>& geometry, const Site<P>* site, const LocalCell& cell,
                   const Vec3<int>& image, const Tile<P>& tile, Vec4<typename P::Real>* out) {
    using Real = typename P::Real;
    if (geometry.stencil.nearest_images_suffice()) {
        cpu_kernels<P>().convert_run(
            {site + cell.first, cell.count, tile.centre, geometry.scale, out});
        return;
    }
    for (std::uint32_t i = 0; i < cell.count; ++i) {
        const Site<P>& s = site[cell.first + i];
        const Vec3<double> d = image_shift(s, tile, image);
        const Vec3<Real> r =
            Vec3<Real>{static_cast<Real>(d.x), static_cast<Real>(d.y), static_cast<Real>(d.z)} *
            geometry.scale.length;
        out[i] = {r.x, r.y, r.z, Real(0)};
        std::memcpy(&out[i].w, &s.type, sizeof s.type);
    }
}

/// The box around the tile's atoms, in the coordinates of the records.
template <class P>
NearBox<typename P::Real> box_around(const ListGeometry<P>& geometry, const Site<P>* site,
                                     const Tile<P>& tile, ListScratch<P>& scratch) {
    using Real = typename P::Real;
    LocalCell run;
    run.first = tile.first;
    run.count = tile.count;
    scratch.records.resize_discard(tile.count + scan_padding);
    image_records(geometry, site, run, {0, 0, 0}, tile, scratch.records.data());
    NearBox<Real> box;
    box.low = {geometry.far, geometry.far, geometry.far};
    box.high = Real(-1) * box.low;
    for (std::uint32_t i = 0; i < tile.count; ++i) {
        const Vec4<Real>& r = scratch.records[i];
        box.low = {std::min(box.low.x, r.x), std::min(box.low.y, r.y), std::min(box.low.z, r.z)};
        box.high = {std::max(box.high.x, r.x), std::max(box.high.y, r.y),
                    std::max(box.high.z, r.z)};
    }
    box.distance2 = static_cast<Real>(geometry.list_range * geometry.list_range * safety);
    return box;
}

/// Keeps only the first image of each cell, and marks it as whole if there were several. This is
/// for boxes where nearest images suffice: there each atom has one place, even if its cell is seen
/// at two images.
void keep_first_images(std::vector<CellImage>& cells) {
    std::size_t kept = 0;
    for (const CellImage& hit : cells) {
        const auto end = cells.begin() + static_cast<std::ptrdiff_t>(kept);
        const auto same = std::find_if(cells.begin(), end,
                                       [&hit](const CellImage& c) { return c.cell == hit.cell; });
        if (same == end)
            cells[kept++] = hit;
        else
            same->whole = true;
    }
    cells.resize(kept);
}

/// Calls act(run) for runs of the atoms of a cell. Together the runs hold all its atoms that may be
/// near a region.
template <class P, class Act>
void for_near_runs(const Stencil& stencil, const AtomBlocks& blocks, const LocalCells& cells,
                   const CellImage& hit, const FractionRegion& region, const Act& act) {
    constexpr std::uint32_t atoms = AtomBlocks::block_atoms;
    constexpr auto scanned = static_cast<std::uint32_t>(scan_padding) * atoms;
    const LocalCell& cell =
        cells.cells[static_cast<std::size_t>(cells.place[static_cast<std::size_t>(hit.cell)])];
    const Vec3<double> shift{static_cast<double>(hit.image.x), static_cast<double>(hit.image.y),
                             static_cast<double>(hit.image.z)};
    const BlockQuery query = stencil.near_blocks({region.low - shift, region.high - shift});
    const BlockBoxes boxes = blocks.boxes();
    std::size_t block = blocks.first(cells, cell);
    for (std::uint32_t i = 0; i < cell.count; i += scanned, block += scan_padding) {
        const std::uint32_t left = std::min(scanned, cell.count - i);
        const std::uint32_t there = (2u << (left - 1) / atoms) - 1;
        std::uint32_t near =
            hit.whole ? there : there & cpu_kernels<P>().find_near_blocks(boxes, block, query);
        while (near != 0) {
            const auto first = static_cast<std::uint32_t>(std::countr_zero(near));
            const auto count = static_cast<std::uint32_t>(std::countr_one(near >> first));
            LocalCell run = cell;
            run.first = cell.first + i + first * atoms;
            run.count = std::min(count * atoms, left - first * atoms);
            act(run);
            near &= ~(((1u << count) - 1) << first);
        }
    }
}

/// Appends to the slots those atoms of a run that are near the box; returns how many.
template <class P>
std::size_t select_run(const ListGeometry<P>& geometry, const Site<P>* site, const LocalCell& run,
                       const Vec3<int>& image, const Tile<P>& tile,
                       const NearBox<typename P::Real>& box, std::size_t filled,
                       ListScratch<P>& scratch) {
    scratch.slots.reserve(filled + run.count);
    if (geometry.stencil.nearest_images_suffice())
        return cpu_kernels<P>().select_sites_near(
            {site, run.first, run.count, tile.centre, geometry.scale}, box, scratch.slots.arrays(),
            filled);
    scratch.records.resize_discard(run.count + scan_padding);
    image_records(geometry, site, run, image, tile, scratch.records.data());
    std::fill_n(scratch.records.data() + run.count, scan_padding, Vec4<typename P::Real>{});
    return cpu_kernels<P>().select_records_near(scratch.records.data(), run.count, run.first, box,
                                                scratch.slots.arrays(), filled);
}

} // namespace

template <class P>
std::size_t collect_j_atoms(const ListGeometry<P>& geometry, const LocalCells& cells,
                            const AtomBlocks& blocks, const Site<P>* site, const Tile<P>& tile,
                            ListScratch<P>& scratch) {
    const std::int64_t own_cell = cells.cells[tile.cell].cell;
    const bool shifted = !geometry.stencil.nearest_images_suffice();
    const auto box = box_around(geometry, site, tile, scratch);
    const FractionRegion region = region_of(tile);
    geometry.stencil.near(own_cell, region, scratch.cells);
    scratch.shift.clear();
    std::size_t count = 0;
    if (!shifted && geometry.stencil.cells_may_repeat()) keep_first_images(scratch.cells);
    for (const CellImage& hit : scratch.cells) {
        if (cells.place[static_cast<std::size_t>(hit.cell)] == LocalCells::absent) continue;
        const std::size_t begin = count;
        for_near_runs<P>(geometry.stencil, blocks, cells, hit, region, [&](const LocalCell& run) {
            count += select_run(geometry, site, run, hit.image, tile, box, count, scratch);
        });
        const auto points = scratch.slots.arrays();
        if (hit.cell == own_cell && (!shifted || hit.image == Vec3<int>{0, 0, 0}))
            scratch.own_slot = static_cast<std::size_t>(
                std::lower_bound(points.index + begin, points.index + count, tile.first) -
                points.index);
        for (std::size_t i = begin; shifted && i < count; ++i)
            scratch.shift.push_back(image_shift(site[points.index[i]], tile, hit.image));
    }
    scratch.slots.reserve(count);
    scratch.slots.pad(count, geometry.far);
    MDSIM_REQUIRE(scratch.own_slot + tile.count <= count &&
                  scratch.slots.arrays().index[scratch.own_slot] == tile.first);
    return count;
}

template std::size_t collect_j_atoms(const ListGeometry<MixedPrecision>&, const LocalCells&,
                                     const AtomBlocks&, const Site<MixedPrecision>*,
                                     const Tile<MixedPrecision>&, ListScratch<MixedPrecision>&);
template std::size_t collect_j_atoms(const ListGeometry<DoublePrecision>&, const LocalCells&,
                                     const AtomBlocks&, const Site<DoublePrecision>*,
                                     const Tile<DoublePrecision>&, ListScratch<DoublePrecision>&);

} // namespace mdsim
