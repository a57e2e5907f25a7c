// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/neighbor/tile_lists.hpp"

#include "core/contract.hpp"
#include "kernels/neighbor/cut_cells.hpp"
#include "kernels/sort/arrange_atoms.hpp"

namespace mdsim {

namespace {

/// Twice the largest cutoff and more, seen from any atom of a tile.
template <class P> typename P::Real far_away(const LowerTriangular<double>& edges, double range) {
    using Real = typename P::Real;
    const double edge = static_cast<double>(FractionScale<P>(edges).length.xx) *
                        (sizeof(typename P::Fraction) == 4 ? 0x1p32 : 0x1p64);
    return static_cast<Real>(1e3 * static_cast<double>(static_cast<Real>(range)) + 1e3 * edge);
}

/// The widths of cells along the edges, in fractions of the box.
template <class Bits> Vec3<Bits> cell_widths(const CellGrid& grid) {
    const auto width = [](int count) {
        return static_cast<Bits>(~Bits{0} / static_cast<Bits>(count));
    };
    return {width(grid.count.x), width(grid.count.y), width(grid.count.z)};
}

} // namespace

template <class P>
TileLists<P>::TileLists(const Stream& stream, const DeviceSetup& setup, const PairRanges<P>& ranges,
                        const RankAtoms& atoms)
    : density_(atoms.total / setup.box.volume()),
      atoms_of_cell_(atoms.total / static_cast<double>(setup.grid.total())),
      far_(far_away<P>(setup.box.edges, ranges.largest)), local_capacity_(atoms.local), use_(1) {
    MDSIM_EXPECT(ranges.range2.size() ==
                 std::size_t{ranges.potentials} * ranges.types * ranges.types);
    MDSIM_EXPECT(atoms.owned <= atoms.local && atoms.cells.owned <= atoms.cells.all);
    const CellStencil stencil =
        cell_stencil(setup.grid, setup.box, ranges.largest / (1 - setup.box_window));
    steps_ = stream.copy_of(stencil.steps);
    range2_ = stream.copy_of(ranges.range2);
    source_.atoms = static_cast<std::uint32_t>(atoms.owned);
    source_.cells = atoms.cells;
    source_.peers_of_cell = atoms.peers_of_cell;
    source_.grid = setup.grid;
    source_.cell_width = cell_widths<std::make_unsigned_t<typename P::Fraction>>(setup.grid);
    for (std::size_t d = 0; d < 3; ++d) source_.wraps[d] = setup.box.periodic[d];
    source_.steps = steps_.data();
    source_.step_count = static_cast<std::uint32_t>(stencil.steps.size());
    source_.images = stencil.images;
    source_.potentials = ranges.potentials;
    source_.types = ranges.types;
    source_.range2 = range2_.data();
    source_.largest_range = static_cast<typename P::Real>(ranges.largest);
    boxes_.resize_discard(group_place(static_cast<LocalIndex>(atoms.local), atoms.cells.all));
    lay_out({setup.tile_target, setup.lanes_per_atom});
}

template <class P> ListOutput<P> TileLists<P>::output() {
    return {tiles_.data(), boxes_.data(),  slots_.data(), slot_image_.data(),
            runs_.data(),  chunks_.data(), capacity_,     use_.data()};
}

template <class P>
void TileLists<P>::cut(const Stream& stream, const AtomsView<P>& atoms,
                       const LocalIndex* cell_first) {
    MDSIM_EXPECT(source_.atoms <= atoms.capacity && atoms.capacity <= local_capacity_);
    source_.site = atoms.reference;
    source_.built = atoms.built;
    source_.cell_first = cell_first;
    stream.zero(use_.data(), 1);
    cut_cells(stream, atoms, source_, output());
}

template <class P>
void TileLists<P>::arrange(const Stream& stream, const AtomsView<P>& atoms,
                           const LocalIndex* order) {
    MDSIM_REQUIRE(chunks_.bytes() >= arrange_bytes<P>(atoms.capacity));
    arrange_atoms(stream, atoms, order, order_depth(), source_, output());
}

template <class P> void TileLists<P>::build(const Stream& stream) {
    MDSIM_EXPECT(source_.cell_first != nullptr); // cells have been cut
    build_lists(stream, source_, output(), tile_count_);
}

template <class P> void TileLists<P>::build_again(const Stream& stream) {
    stream.zero(use_.data(), 1);
    build(stream);
}

template <class P> OrderDepth TileLists<P>::order_depth() const {
    return capacity_.cell == ~0u ? OrderDepth::curve : OrderDepth::cells;
}

template <class P> ListsView<P> TileLists<P>::view() const {
    return {tiles_.data(),      tile_count_,  source_.shape.threads(), slots_.data(),
            slot_image_.data(), runs_.data(), chunks_.data(),          source_.window,
            source_.potentials, far_};
}

template <class P> ListReport TileLists<P>::report() const {
    const ListUse& use = *last_use_;
    ListReport report;
    report.tiles = use.tiles;
    report.slots = use.slots;
    report.entries = std::size_t{use.chunks} * warp_lanes * chunk_entries;
    report.pairs = use.pairs;
    report.bytes = bytes();
    report.largest_tile = source_.shape.atoms;
    return report;
}

template <class P> std::size_t TileLists<P>::bytes() const {
    return steps_.bytes() + range2_.bytes() + tiles_.bytes() + boxes_.bytes() + slots_.bytes() +
           slot_image_.bytes() + runs_.bytes() + chunks_.bytes();
}

template class TileLists<MixedPrecision>;
template class TileLists<DoublePrecision>;

} // namespace mdsim
