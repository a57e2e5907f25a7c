// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/engine/device_implementation.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/contract.hpp"
#include "core/error.hpp"
#include "physics/pair/free_pairs.hpp"
#include "physics/pair/pair_table.hpp"
#include "state/cell_columns.hpp"

namespace mdsim {

namespace {

template <class P>
void add_ranges(const std::vector<typename P::Real>& cutoff2, const DeviceSetup& setup,
                PairRanges<P>& ranges) {
    using Real = typename P::Real;
    for (const Real c2 : cutoff2) {
        const double range =
            std::max(std::sqrt(static_cast<double>(c2)), setup.sampled_range) + setup.skin;
        ranges.range2.push_back(c2 > 0 ? static_cast<Real>(range * range) : Real(-1));
        if (c2 > 0) ranges.largest = std::max(ranges.largest, range);
    }
    ++ranges.potentials;
}

} // namespace

template <class P>
DeviceSystem<P>::Implementation::Implementation(const DeviceSetup& s) : setup(s) {
    if (s.ranks != nullptr) {
        layout = *s.ranks;
        links.emplace(*layout.comm);
        ChosenTransport chosen = choose_transport(*links, s.transport, s.longest_wait);
        transport = std::move(chosen.transport);
        why_staged = std::move(chosen.why_staged);
        if (transport == nullptr) {
            all_reduce.emplace(*links, s.longest_wait);
            kinetic_exchange.emplace(*links);
        }
    }
    atoms.emplace(stream, links ? &*links : nullptr);
    for (const auto& table : make_pair_tables<Real>(*s.force_field)) {
        forces.add(make_pair_force<P>(stream, table));
        std::visit([this](const auto& t) { add_ranges<P>(t.cutoff_squared, setup, ranges); },
                   table);
    }
    ranges.types = static_cast<std::uint32_t>(s.mass.size());
    if (s.sampled_range > 0 &&
        list_free_pairs(ranges.range2, s.mass.size() * s.mass.size(), s.sampled_range + s.skin))
        ranges.largest = std::max(ranges.largest, s.sampled_range + s.skin);
    setup.ranks = nullptr;
    setup.force_field = nullptr;
    std::vector<Real> inverse;
    for (const double m : s.mass) inverse.push_back(static_cast<Real>(1 / m));
    inverse_mass = stream.copy_of(inverse);
    mass = stream.copy_of(s.mass);
    motion_view = {FractionScale<P>(s.box.edges),
                   inverse_mass.data(),
                   inverse.front(),
                   ranges.types,
                   static_cast<Real>(s.largest_move * s.largest_move),
                   Real(0),
                   {},
                   s.seed};
}

template <class P> RankAtoms DeviceSystem<P>::Implementation::share_cells(std::size_t count) {
    if (links) {
        const RankCapacity need = capacity_of(layout, count);
        staged_exchange.reset();
        owned_cells = in_columns(setup.grid, layout.owned, setup.column_width);
        exchange.emplace(stream, *links, layout, setup.grid, owned_cells, need);
        if (transport != nullptr)
            staged_exchange.emplace(stream, *links, *transport, layout, *exchange);
        return {need.owned, need.local(), static_cast<double>(layout.total_atoms),
                exchange->cells(), exchange->peers_of_cell()};
    }
    owned_cells.resize(static_cast<std::size_t>(setup.grid.total()));
    std::iota(owned_cells.begin(), owned_cells.end(), std::int64_t{0});
    owned_cells = in_columns(setup.grid, std::move(owned_cells), setup.column_width);
    cells = MappedCells(stream, setup.grid, owned_cells, {});
    return {count, count, static_cast<double>(count), cells.map(), nullptr};
}

template <class P> RankParts<P> DeviceSystem<P>::Implementation::join_ranks() {
    if (!links) return {};
    RankParts<P> parts;
    parts.exchange = &*exchange;
    parts.comm = layout.comm;
    parts.share_device = links->share_device();
    parts.total_atoms = layout.total_atoms;
    parts.slowdown = setup.slowdown;
    if (staged_exchange) {
        atoms->sites().set_mirrors(staged_exchange->outbox());
        host_barrier.emplace(*atoms, *order, *staged_exchange, setup.longest_wait);
        parts.barrier = parts.host_barrier = &*host_barrier;
    } else {
        device_barrier.emplace(stream, *all_reduce, atoms->view().control);
        parts.barrier = &*device_barrier;
        parts.all_reduce = &*all_reduce;
        parts.kinetic_exchange = &*kinetic_exchange;
    }
    return parts;
}

template <class P>
void DeviceSystem<P>::Implementation::store_by_id(const AnyColumn& column, void* to) {
    MDSIM_REQUIRE(indexed);
    if (id_ordered)
        id_ordered->store(*atoms, column, static_cast<std::byte*>(to));
    else
        atoms->store_column(column, to);
}

template <class P> std::size_t DeviceSystem<P>::Implementation::atoms_in_block() const {
    if (!links) return atoms->size();
    return static_cast<std::size_t>(
        IdBlock::of(layout.total_atoms, links->rank(), links->size()).size());
}

template <class P>
void DeviceSystem<P>::Implementation::take(std::span<const AtomRecord<P>> records) {
    id_ordered.reset();
    // What was made for other atoms gives its memory back before more is taken.
    loop.reset();
    check.reset();
    // Tiles that became smaller stay so: the order of atoms goes by them.
    if (lists) setup.tile_target = lists->shape().atoms;
    lists.reset();
    order.reset();
    snapshot = {};
    changed();
    const RankAtoms capacity = share_cells(records.size());
    atoms->upload(records, capacity.local);
    order.emplace(setup.grid, capacity.local, capacity.total);
    lists.emplace(stream, setup, ranges, capacity);
    check.emplace(stream, setup, ranges, capacity.cells);
    if (links && lists->source().images)
        throw InputError("run.device", "the box is too small to be divided among GPUs, as an atom "
                                       "is near at several images: use one GPU");
    loop.emplace(stream,
                 ResidentParts<P>{&*atoms, &*order, &*lists, &*check, join_ranks(), &forces,
                                  motion_view.scale},
                 mass.data(), setup.seed);
}

template struct DeviceSystem<MixedPrecision>::Implementation;
template struct DeviceSystem<DoublePrecision>::Implementation;

} // namespace mdsim
