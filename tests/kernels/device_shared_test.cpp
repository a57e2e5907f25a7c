// SPDX-License-Identifier: BSD-3-Clause
// Lists on a GPU that has less shared memory than the one at hand: its tiles and its forces.
#include <numeric>

#include "kernels/device_cases.hpp"
#include "kernels/engine/read_sums.hpp"
#include "kernels/engine/rebuild.hpp"
#include "physics/pair/pair_table.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

/// What blocks of the builder have on RTX 30, 40 and 50, about [bytes].
constexpr std::uint64_t of_rtx = 98 * 1024;

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

std::vector<std::int64_t> all_cells(const CellGrid& grid) {
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
    ChannelStore<P> channel{nullptr, 0};
    ForceList<P> force_list;
    FractionScale<P> scale;

    Parts(const ForceCase& c, const DeviceSetup& setup)
        : count(c.atoms.type.size()), owned(all_cells(setup.grid)),
          cells(stream, setup.grid, owned, {}),
          order(setup.grid, count, static_cast<double>(count)),
          lists(stream, setup, ranges_of<P>(c.field, setup.skin), capacity()),
          check(stream, setup, ranges_of<P>(c.field, setup.skin), cells.map()), scale(c.box.edges) {
        for (const auto& table : make_pair_tables<typename P::Real>(c.field))
            force_list.add(make_pair_force<P>(stream, table));
        atoms.upload(records_of<P>(c.atoms, in_order(count)), count);
    }

    void build() {
        const ResidentParts<P> parts{&atoms,   &order, &lists,      &check,
                                     &channel, {},     &force_list, scale};
        const auto ranks = make_ranks(stream, parts);
        Rebuild<P> rebuild(stream, parts, *ranks);
        REQUIRE(rebuild.run() == AtomCapacity::enough);
    }

    Forces forces() {
        Buffer<DeviceSums<pair_sums>, Device> totals(1);
        stream.zero(totals.data(), 1);
        WalkArgs<P> args{};
        args.atoms = atoms.view();
        args.lists = lists.view();
        args.scale = scale;
        args.lanes = lists.shape().lanes;
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

/// Checks forces with lists that keep within less shared memory; returns those lists.
template <class P> ListsView<P> check_within(const ForceCase& c, const Shape& shape) {
    CAPTURE(P::name, DeviceForces::name_of(shape), c.field.largest_cutoff());
    const auto rank = arranged<P>(c.atoms, in_order(c.atoms.type.size()), c.box, c.grids[0], 128);
    Parts<P> parts(c, device_setup(c.field, c.box, c.grids[0], shape));
    parts.lists.keep_within(std::min(parts.lists.shared_limit(), of_rtx));
    parts.build();
    check_forces<P>(parts.forces(), direct_sum(rank.particles, c.field, c.box));
    return parts.lists.view();
}

} // namespace

TEMPLATE_TEST_CASE("tiles become smaller where shared memory is short, and miss no pair", "[gpu]",
                   MixedPrecision, DoublePrecision) {
    const ForceCase liquid{
        jittered({16, 16, 16}, 1, 0.2), argon(4.5), box_of({17, 17, 17}), {{{2, 2, 2}}}};
    CHECK(check_within<TestType>(liquid, {256, 1}).threads == 128);
    CHECK(check_within<TestType>(liquid, {64, 2}).threads == 64 * 2);
}

TEMPLATE_TEST_CASE("windows become narrower where shared memory is short, and miss no pair",
                   "[gpu]", MixedPrecision, DoublePrecision) {
    const Box box = box_of({5.6, 5.6, 5.6});
    for (const ForceCase& c :
         {ForceCase{jittered({5, 5, 5}, 1, 0.2), argon(9.0), box, {{{1, 1, 1}}}},
          ForceCase{jittered({5, 5, 5}, 3, 0.2), mixture(9.0), box, {{{1, 1, 1}}}}})
        for (const Shape& shape : all_shapes()) {
            const ListsView<TestType> lists = check_within<TestType>(c, shape);
            CHECK(lists.window < largest_window);
            CHECK(lists.threads <= 64 * shape.lanes);
        }
}
