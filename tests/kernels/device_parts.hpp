// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <numeric>

#include "kernels/device_cases.hpp"
#include "kernels/engine/read_sums.hpp"
#include "kernels/engine/rebuild.hpp"
#include "physics/pair/pair_table.hpp"

namespace mdsim::test {

template <class P> PairRanges<P> ranges_of(const ForceField& field, double skin) {
    PairRanges<P> ranges;
    ranges.types = static_cast<std::uint32_t>(field.types());
    for (const auto& any : make_pair_tables<typename P::Real>(field)) {
        ++ranges.potentials;
        const auto add = [&](const auto& table) {
            for (const auto cutoff2 : table.cutoff_squared) {
                const double range = std::sqrt(static_cast<double>(cutoff2)) + skin;
                const auto range2 = static_cast<typename P::Real>(range * range);
                ranges.range2.push_back(cutoff2 > 0 ? range2 : -1);
                if (cutoff2 > 0) ranges.largest = std::max(ranges.largest, range);
            }
        };
        std::visit(add, any);
    }
    return ranges;
}

inline std::vector<std::int64_t> all_cells(const CellGrid& grid) {
    std::vector<std::int64_t> cells(static_cast<std::size_t>(grid.total()));
    std::iota(cells.begin(), cells.end(), std::int64_t{0});
    return cells;
}

/// The parts of a resident system that make and walk lists.
template <class P> struct Parts {
    Stream stream;
    std::size_t count;
    std::vector<std::int64_t> owned;
    MappedCells cells;
    AtomStore<P> atoms{stream, nullptr};
    CellOrder<P> order;
    TileLists<P> lists;
    ListCheck<P> check;
    ChannelStore<P> channel{nullptr, 0, 0};
    ForceList<P> force_list;
    LookStore looks;
    double skin;
    double largest_move;

    Parts(const ForceCase& c, const DeviceSetup& setup)
        : count(c.atoms.type.size()), owned(all_cells(setup.grid)),
          cells(stream, setup.grid, owned, {}),
          order(setup.grid, count, static_cast<double>(count)),
          lists(stream, setup, ranges_of<P>(c.field, setup.skin), capacity()),
          check(stream, setup, ranges_of<P>(c.field, setup.skin), cells.map()), skin(setup.skin),
          largest_move(setup.largest_move) {
        for (const auto& table : make_pair_tables<typename P::Real>(c.field))
            force_list.add(make_pair_force<P>(stream, table));
        atoms.upload(records_of<P>(c.atoms, in_order(count)), count);
        set_box(c.box.edges);
    }

    /// The box from now on, in which atoms may move by half the skin.
    void set_box(const LowerTriangular<double>& edges) {
        atoms.box().set(stream, edges, edges, check.rule(largest_move, {skin / 2}));
    }

    void build() {
        const ResidentParts<P> parts{&atoms,   &order, &lists,      &check,
                                     &channel, {},     &force_list, &looks};
        const auto ranks = make_ranks(stream, parts);
        Rebuild<P> rebuild(stream, parts, *ranks);
        REQUIRE(rebuild.run() == AtomCapacity::enough);
    }

    WalkArgs<P> walk_args() {
        WalkArgs<P> args{};
        args.atoms = atoms.view();
        args.lists = lists.view();
        args.lanes = lists.shape().lanes;
        return args;
    }

    Forces forces() { return forces(walk_args()); }
    Forces forces(const WalkArgs<P>& args) {
        Buffer<DeviceSums<pair_sums>, Device> totals(1);
        stream.zero(totals.data(), 1);
        force_list.queue_stored(stream, args, totals.data());
        return seen(totals);
    }

  private:
    RankAtoms capacity() const {
        return {count, count, static_cast<double>(count), cells.map(), nullptr};
    }

    Forces seen(const Buffer<DeviceSums<pair_sums>, Device>& totals) {
        Pinned<DeviceSums<pair_sums>> copy;
        stream.download(totals.data(), copy.get(), 1);
        Snapshot<P> snapshot;
        atoms.download(snapshot, order.cell_first(), owned,
                       static_cast<std::int64_t>(owned.size()));
        stream.wait();
        const PairSums sums = read_sums(*copy);
        Forces found;
        found.force.resize(count);
        const auto& p = snapshot.particles;
        for (std::size_t i = 0; i < count; ++i)
            found.force[static_cast<std::size_t>(p.id[i])] = vector_of(p.force[i]);
        found.energy = sums.energy.value();
        for (std::size_t a = 0; a < 6; ++a) found.virial[a] = sums.virial[a].value();
        return found;
    }
};

} // namespace mdsim::test
