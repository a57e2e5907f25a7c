// SPDX-License-Identifier: BSD-3-Clause
// The halo plan of every rank, computed in one process: no messages, only what would be sent.
#include "support/catch.hpp"

#include <algorithm>

#include "domain/domain_cases.hpp"
#include "domain/halo.hpp"
#include "domain/partition_makers.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

template <class P> struct Sender {
    OwnedAtoms<P> owned;
    HaloPlan plan;
    std::vector<HaloSelection> selections;
};

template <class P>
std::vector<Sender<P>> all_senders(const Geometry& g, const Partition& partition,
                                   const std::vector<Site<P>>& sites) {
    std::vector<Sender<P>> senders;
    for (Rank r = 0; r < partition.ranks(); ++r) {
        senders.push_back({owned_atoms(partition, r, sites), {partition, g.box, g.range, r}, {}});
        Sender<P>& sender = senders.back();
        sender.selections = sender.plan.template select<P>(sender.owned.cells, sender.owned.site);
    }
    return senders;
}

} // namespace

TEST_CASE("who sees me, I see, and nobody else is spoken to") {
    for (const Geometry& g : geometries()) {
        INFO(g.name);
        const Partition partition = random_partition(g.grid, 6, 3, 5);
        std::vector<HaloPlan> plans;
        for (Rank r = 0; r < partition.ranks(); ++r)
            plans.emplace_back(partition, g.box, g.range, r);
        for (Rank a = 0; a < partition.ranks(); ++a) {
            const auto& peers = plans[static_cast<std::size_t>(a)].peers();
            CHECK(std::is_sorted(peers.begin(), peers.end()));
            CHECK(std::count(peers.begin(), peers.end(), a) == 0);
            for (const Rank b : peers) {
                const auto& back = plans[static_cast<std::size_t>(b)].peers();
                CHECK(std::count(back.begin(), back.end(), a) == 1);
            }
            if (partition.brick(a).empty()) CHECK(peers.empty());
        }
    }
}

TEST_CASE("the selections for a rank are its whole halo, by cell in global order") {
    std::size_t in_all = 0;
    for (const Geometry& g : geometries()) {
        INFO(g.name);
        const auto sites = random_sites<MixedPrecision>(400, 12);
        const Partition partition = random_partition(g.grid, 5, 8, 2);
        const auto senders = all_senders(g, partition, sites);
        for (Rank to = 0; to < partition.ranks(); ++to) {
            const RangeTest near(g.grid, g.box, g.range, partition.brick(to));
            std::vector<ParticleId> expected;
            for (std::size_t i = 0; i < sites.size(); ++i)
                if (partition.owner_of(sites[i]) != to && near(sites[i]))
                    expected.push_back(static_cast<ParticleId>(i));
            std::vector<ParticleId> sent;
            for (const auto& sender : senders)
                for (const HaloSelection& selection : sender.selections) {
                    if (selection.peer != to) continue;
                    CHECK(std::is_sorted(selection.selected.begin(), selection.selected.end()));
                    std::size_t counted = 0;
                    for (const LocalCell& run : selection.runs) {
                        CHECK(run.first == counted);
                        counted += run.count;
                        const LocalIndex any = selection.selected[run.first];
                        CHECK(g.grid.cell_of(sender.owned.site[any]) == run.cell);
                    }
                    CHECK(counted == selection.selected.size());
                    for (const LocalIndex i : selection.selected)
                        sent.push_back(sender.owned.id[i]);
                }
            std::sort(sent.begin(), sent.end());
            CHECK(sent == expected);
            in_all += sent.size();
        }
    }
    CHECK(in_all > 1000);
}

TEST_CASE("links name the same atoms on both sides, in final indices") {
    const Geometry g = geometries().front();
    const auto sites = random_sites<MixedPrecision>(400, 12);
    const Partition partition = regular_partition(g.grid, {2, 1, 1});
    const auto senders = all_senders(g, partition, sites);
    REQUIRE(senders[0].selections.size() == 1);
    // What rank 1 would receive is what rank 0 selected.
    const HaloSelection& selection = senders[0].selections[0];
    HaloAtoms<MixedPrecision> halo;
    halo.runs = selection.runs;
    halo.shares = {{0, 0, static_cast<LocalIndex>(selection.selected.size())}};
    const Assembly final_order =
        assemble(g.grid, senders[1].owned.cells, halo.runs, senders[1].plan.seen());
    const auto links = halo_links<MixedPrecision>(senders[1].selections, halo, final_order);
    REQUIRE(links.size() == 1);
    REQUIRE(links[0].receive.size() == selection.selected.size());
    for (std::size_t k = 0; k < selection.selected.size(); ++k) {
        const auto slot = links[0].receive[k];
        const auto place = std::upper_bound(
            final_order.cells.cells.begin(), final_order.cells.cells.end(), slot,
            [](LocalIndex i, const LocalCell& cell) { return i < cell.first + cell.count; });
        CHECK(place->cell == g.grid.cell_of(senders[0].owned.site[selection.selected[k]]));
        CHECK_FALSE(place->owned);
        const auto source =
            final_order.source[static_cast<std::size_t>(place - final_order.cells.cells.begin())];
        CHECK(source + (slot - place->first) == final_order.cells.owned_atoms + k);
    }
}
