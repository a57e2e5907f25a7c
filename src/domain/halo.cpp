// SPDX-License-Identifier: BSD-3-Clause
#include "domain/halo.hpp"

#include <algorithm>
#include <array>

#include "core/contract.hpp"

namespace mdsim {

namespace {

/// How much one peer sends: known to the receiver before the atoms themselves.
struct HaloSize {
    std::int64_t cells = 0;
    std::int64_t atoms = 0;
};

std::vector<HaloSize> exchange_sizes(std::span<const HaloSelection> selections,
                                     const Communicator& comm) {
    std::vector<HaloSize> out(selections.size());
    std::vector<HaloSize> in(selections.size());
    std::vector<Outgoing> sends;
    std::vector<Incoming> receives;
    for (std::size_t i = 0; i < selections.size(); ++i) {
        out[i] = {static_cast<std::int64_t>(selections[i].runs.size()),
                  static_cast<std::int64_t>(selections[i].selected.size())};
        sends.push_back({selections[i].peer, std::as_bytes(std::span(&out[i], 1))});
        receives.push_back({selections[i].peer, std::as_writable_bytes(std::span(&in[i], 1))});
    }
    comm.exchange(sends, receives);
    return in;
}

/// The selected rows of all peers, one behind the other.
template <class T> std::vector<T> packed(std::span<const HaloSelection> selections, const T* rows) {
    std::vector<T> out;
    for (const HaloSelection& selection : selections)
        for (const LocalIndex i : selection.selected) out.push_back(rows[i]);
    return out;
}

/// Consecutive pieces of one array for consecutive peers.
template <class T> class Pieces {
  public:
    explicit Pieces(std::span<T> all) : rest_(all) {}
    std::span<T> next(std::size_t count) {
        const std::span<T> piece = rest_.first(count);
        rest_ = rest_.subspan(count);
        return piece;
    }

  private:
    std::span<T> rest_;
};

template <class T>
void exchange_rows(std::span<const HaloSelection> selections, std::span<const HaloSize> sizes,
                   const T* rows, std::span<T> arrived, const Communicator& comm) {
    const std::vector<T> leaving = packed(selections, rows);
    Pieces<const T> out(leaving);
    Pieces<T> in(arrived);
    std::vector<Outgoing> sends;
    std::vector<Incoming> receives;
    for (std::size_t i = 0; i < selections.size(); ++i) {
        const Rank peer = selections[i].peer;
        sends.push_back({peer, std::as_bytes(out.next(selections[i].selected.size()))});
        receives.push_back(
            {peer, std::as_writable_bytes(in.next(static_cast<std::size_t>(sizes[i].atoms)))});
    }
    comm.exchange(sends, receives);
}

/// The runs of every peer, their `first` moved behind the atoms of the peers before it.
std::vector<LocalCell> exchange_runs(std::span<const HaloSelection> selections,
                                     std::span<const HaloSize> sizes, const Communicator& comm) {
    std::size_t cells = 0;
    for (const HaloSize& size : sizes) cells += static_cast<std::size_t>(size.cells);
    std::vector<LocalCell> runs(cells);
    Pieces<LocalCell> in(runs);
    std::vector<Outgoing> sends;
    std::vector<Incoming> receives;
    for (std::size_t i = 0; i < selections.size(); ++i) {
        const Rank peer = selections[i].peer;
        sends.push_back({peer, std::as_bytes(std::span(selections[i].runs))});
        receives.push_back(
            {peer, std::as_writable_bytes(in.next(static_cast<std::size_t>(sizes[i].cells)))});
    }
    comm.exchange(sends, receives);
    LocalIndex first = 0;
    for (LocalCell& run : runs) {
        run.first = first;
        run.owned = false;
        first += run.count;
    }
    return runs;
}

} // namespace

HaloPlan::HaloPlan(const Partition& partition, const Box& box, double range, Rank rank)
    : grid_(partition.grid()), brick_(partition.brick(rank)) {
    const Vec3<int> range_cells = range_in_cells(grid_, box, range);
    seen_ = seen_cells(grid_, brick_, range_cells, box.periodic);
    std::vector<char> is_peer(static_cast<std::size_t>(partition.ranks()), 0);
    for (const std::int64_t cell : seen_)
        is_peer[static_cast<std::size_t>(partition.owner(cell))] = 1;
    for (Rank peer = 0; peer < partition.ranks(); ++peer) {
        if (is_peer[static_cast<std::size_t>(peer)] == 0) continue;
        peers_.push_back(peer);
        regions_.emplace_back(grid_, partition.brick(peer), range_cells, box.periodic);
        tests_.emplace_back(grid_, box, range, partition.brick(peer));
    }
}

template <class P>
std::vector<HaloSelection> HaloPlan::select(std::span<const LocalCell> owned,
                                            std::span<const Site<P>> sites) const {
    MDSIM_REQUIRE(static_cast<std::int64_t>(owned.size()) == brick_.cells());
    std::vector<HaloSelection> selections;
    for (std::size_t i = 0; i < peers_.size(); ++i)
        selections.push_back(select_for(i, owned, sites));
    return selections;
}

template <class P>
HaloSelection HaloPlan::select_for(std::size_t peer, std::span<const LocalCell> owned,
                                   std::span<const Site<P>> sites) const {
    HaloSelection selection;
    selection.peer = peers_[peer];
    const RangeTest& near = tests_[peer];
    std::size_t next = 0;
    for_each_cell(brick_, [&](const Vec3<int>& c) {
        const LocalCell& cell = owned[next++];
        if (!regions_[peer].contains(c)) return;
        MDSIM_EXPECT(cell.cell == grid_.index(c));
        const std::size_t before = selection.selected.size();
        for (LocalIndex i = cell.first; i < cell.first + cell.count; ++i)
            if (near(sites[i])) selection.selected.push_back(i);
        const std::size_t count = selection.selected.size() - before;
        if (count > 0)
            selection.runs.push_back({cell.cell, static_cast<LocalIndex>(before),
                                      static_cast<std::uint32_t>(count), false});
    });
    return selection;
}

template <class P>
HaloAtoms<P> exchange_halo(std::span<const HaloSelection> selections, const Site<P>* sites,
                           const FollowingColumns<P, ConstPointers>& columns,
                           const Communicator& comm) {
    const std::vector<HaloSize> sizes = exchange_sizes(selections, comm);
    HaloAtoms<P> halo;
    LocalIndex atoms = 0;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        const LocalIndex count = static_cast<LocalIndex>(sizes[i].atoms);
        halo.shares.push_back({selections[i].peer, atoms, count});
        atoms += count;
    }
    halo.runs = exchange_runs(selections, sizes, comm);
    const auto fetch = [&](const auto* rows, auto& arrived) {
        arrived.resize_discard(atoms);
        exchange_rows(selections, sizes, rows, arrived.span(), comm);
    };
    fetch(sites, halo.site);
    for_each_halo_column(fetch, columns, halo);
    return halo;
}

template <class P>
std::vector<HaloLink> halo_links(std::span<const HaloSelection> selections,
                                 const HaloAtoms<P>& halo, const Assembly& assembly) {
    MDSIM_REQUIRE(selections.size() == halo.shares.size());
    std::vector<HaloLink> links(selections.size());
    const LocalIndex owned = assembly.cells.owned_atoms;
    auto run = halo.runs.begin();
    for (std::size_t i = 0; i < links.size(); ++i) {
        links[i].peer = selections[i].peer;
        links[i].send.reserve(selections[i].selected.size());
        for (const LocalCell& sent : selections[i].runs)
            for (LocalIndex k = sent.first; k < sent.first + sent.count; ++k)
                links[i].send.push_back(assembly.slot(sent.cell, selections[i].selected[k]));
        const LocalIndex end = halo.shares[i].first + halo.shares[i].count;
        links[i].receive.reserve(halo.shares[i].count);
        for (; run != halo.runs.end() && run->first < end; ++run)
            for (LocalIndex k = run->first; k < run->first + run->count; ++k)
                links[i].receive.push_back(assembly.slot(run->cell, owned + k));
    }
    return links;
}

#define MDSIM_INSTANTIATE(P)                                                                       \
    template std::vector<HaloSelection> HaloPlan::select<P>(std::span<const LocalCell>,            \
                                                            std::span<const Site<P>>) const;       \
    template HaloAtoms<P> exchange_halo(std::span<const HaloSelection>, const Site<P>*,            \
                                        const FollowingColumns<P, ConstPointers>&,                 \
                                        const Communicator&);                                      \
    template std::vector<HaloLink> halo_links(std::span<const HaloSelection>, const HaloAtoms<P>&, \
                                              const Assembly&);
MDSIM_INSTANTIATE(MixedPrecision)
MDSIM_INSTANTIATE(DoublePrecision)
#undef MDSIM_INSTANTIATE

} // namespace mdsim
