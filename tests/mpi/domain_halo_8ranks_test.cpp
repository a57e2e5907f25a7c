// SPDX-License-Identifier: BSD-3-Clause
// Halo plan, assembly and exchange against a count over all atoms, on groups of 1 to 8 ranks.
#include "support/catch.hpp"

#include <set>
#include <utility>

#include "domain/domain_cases.hpp"
#include "domain/halo_exchange.hpp"
#include "domain/partition_makers.hpp"
#include "domain/position_carrier.hpp"
#include "mpi/domain_groups.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

/// Where an atom is in a later step: the same on every rank, far from where it was.
template <class P> Site<P> later(const Site<P>& site, ParticleId id, int step) {
    using Fraction = typename P::Fraction;
    const auto shift = static_cast<Fraction>(id * 7919 + step * 104729);
    return {advanced(site.x, shift), advanced(site.y, shift), advanced(site.z, shift), site.type};
}

/// The atoms outside a brick that its owner must or may see.
template <class P>
std::set<ParticleId> expected_halo(const Geometry& g, const Partition& partition, Rank rank,
                                   const std::vector<Site<P>>& all) {
    const RangeTest near(g.grid, g.box, g.range, partition.brick(rank));
    std::set<ParticleId> ids;
    for (std::size_t i = 0; i < all.size(); ++i)
        if (partition.owner_of(all[i]) != rank && near(all[i]))
            ids.insert(static_cast<ParticleId>(i));
    return ids;
}

struct Totals {
    std::int64_t halo = 0;
    std::int64_t messages = 0;
};

/// Plans, assembles, and exchanges twice on one partition, packed or not; checks every slot of the
/// final arrays.
template <class P>
Totals check_halo(const Geometry& g, const Partition& partition, const std::vector<Site<P>>& all,
                  bool packed, const Communicator& comm) {
    const OwnedAtoms<P> owned = owned_atoms(partition, comm.rank(), all);
    const HaloPlan plan(partition, g.box, g.range, comm.rank());
    const auto selections = plan.select<P>(owned.cells, owned.site);
    FollowingColumns<P, ConstPointers> columns{};
    columns.id = owned.id.data();
    const HaloAtoms<P> halo = exchange_halo<P>(selections, owned.site.data(), columns, comm);
    const Assembly assembly = assemble(g.grid, owned.cells, halo.runs, plan.seen());

    std::vector<ParticleId> id(assembly.cells.atoms);
    std::vector<Site<P>> site(id.size());
    for (std::size_t c = 0; c < assembly.cells.cells.size(); ++c) {
        const LocalCell& cell = assembly.cells.cells[c];
        for (std::uint32_t k = 0; k < cell.count; ++k) {
            const std::size_t from = assembly.source[c] + k;
            const bool mine = from < owned.id.size();
            id[cell.first + k] = mine ? owned.id[from] : halo.id[from - owned.id.size()];
            site[cell.first + k] = mine ? owned.site[from] : halo.site[from - owned.id.size()];
        }
    }
    std::set<ParticleId> seen;
    std::int64_t wrong = 0;
    std::int64_t last_cell = -1;
    for (const LocalCell& cell : assembly.cells.cells) {
        wrong += cell.cell <= last_cell;
        last_cell = cell.cell;
        wrong += cell.owned != (partition.owner(cell.cell) == comm.rank());
        for (LocalIndex i = cell.first; i < cell.first + cell.count; ++i) {
            wrong += g.grid.cell_of(site[i]) != cell.cell;
            wrong += site[i].position() != all[static_cast<std::size_t>(id[i])].position();
            wrong += i > cell.first && id[i] <= id[i - 1];
            if (!cell.owned) wrong += !seen.insert(id[i]).second;
        }
    }
    CHECK(wrong == 0);
    CHECK(seen == expected_halo(g, partition, comm.rank(), all));

    const auto carrier =
        make_position_carrier<P>(comm, packed ? PackingChoice::always : PackingChoice::never, 1);
    CHECK(carrier.packing.packs == (packed && comm.size() > 1));
    HaloExchange<P> exchange(*carrier.transport);
    exchange.rebuild(halo_links(selections, halo, assembly));
    exchange.agree(site.data());
    for (int step = 1; step <= 2; ++step) {
        std::vector<Site<P>> moved(site.size(), Site<P>{1, 2, 3, 4});
        for (const LocalCell& cell : assembly.cells.cells)
            for (LocalIndex i = cell.first; cell.owned && i < cell.first + cell.count; ++i)
                moved[i] = later(site[i], id[i], step);
        exchange.start(moved.data());
        exchange.poll();
        exchange.finish(moved.data());
        for (std::size_t i = 0; i < moved.size(); ++i) {
            const Site<P> right = later(site[i], id[i], step);
            wrong += moved[i].position() != right.position() || moved[i].type != right.type;
        }
    }
    CHECK(wrong == 0);
    CHECK(exchange.statistics().halo_atoms == static_cast<std::int64_t>(seen.size()));
    return {static_cast<std::int64_t>(seen.size()), exchange.statistics().messages};
}

std::vector<Partition> partitions(const Geometry& g, int ranks) {
    const CellWeights weights(g.grid);
    std::vector<Partition> list;
    list.push_back(regular_partition(g.grid, rank_grids(ranks).back()));
    list.push_back(regular_partition(g.grid, rank_grids(ranks).front()));
    list.push_back(bisection_partition(weights, ranks, {1, 1, 1}));
    for (std::uint64_t n = 0; n < 4; ++n) list.push_back(random_partition(g.grid, ranks, 17, n));
    return list;
}

} // namespace

TEMPLATE_TEST_CASE("every atom in range of a brick reaches its owner once", "", MixedPrecision,
                   DoublePrecision) {
    Totals totals;
    std::int64_t empty_ranks = 0;
    int checked = 0;
    on_groups([&](const Communicator& comm) {
        for (const Geometry& g : geometries()) {
            INFO(g.name << " on " << comm.size() << " ranks");
            for (const bool clustered : {false, true}) {
                const auto all = random_sites<TestType>(600, 5, clustered);
                for (const Partition& partition : partitions(g, comm.size())) {
                    const bool packed = ++checked % 2 == 0;
                    const Totals some = check_halo<TestType>(g, partition, all, packed, comm);
                    totals.halo += some.halo;
                    totals.messages += some.messages;
                    empty_ranks += partition.brick(comm.rank()).empty();
                }
            }
        }
    });
    const Communicator world = Communicator::world();
    CHECK(world.sum_of(totals.halo) > 0);
    CHECK(world.sum_of(totals.messages) > 0);
    CHECK(world.sum_of(empty_ranks) > 0);
}
