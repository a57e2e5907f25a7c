// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/decomposition/rank_exchange.hpp"

#include <algorithm>

#include "core/contract.hpp"
#include "kernels/neighbor/list_source.hpp"
#include "kernels/p2p/on_all_ranks.hpp"
#include "ops/delivery_plan.hpp"

namespace mdsim {

namespace {

/// A copy on the device, of one element at least.
template <class T> Buffer<T, Device> kept(const Stream& stream, std::vector<T> values) {
    if (values.empty()) values.emplace_back();
    return stream.copy_of(values);
}

/// What there is capacity for beyond what is needed now: at least so many atoms, and this part of
/// them.
struct Spare {
    double least;
    double part;
};

Spare spare_atoms(const RankLayout& layout) {
    return layout.tight ? Spare{32, 0} : Spare{4096, 0.1};
}

/// The capacity for atoms that move from one rank to one other, for so many of its own. Of many
/// ranks few have a common face.
std::uint64_t segment_for(const RankLayout& layout, std::size_t owned, int ranks) {
    constexpr double faces = 3;
    const Spare spare = spare_atoms(layout);
    const double part = spare.part / 2 * std::min(1.0, faces / std::max(1, ranks - 1));
    return static_cast<std::uint64_t>(layout.inboxes *
                                      std::max(spare.least, part * static_cast<double>(owned)));
}

} // namespace

RankCapacity capacity_of(const RankLayout& layout, std::size_t owned) {
    const Spare spare = spare_atoms(layout);
    const auto with = [&](double atoms) {
        return static_cast<std::size_t>((1 + spare.part) * atoms + spare.least);
    };
    return {with(static_cast<double>(owned)), with(static_cast<double>(layout.seen_atoms)),
            with(static_cast<double>(layout.shown_atoms))};
}

template <class P>
RankExchange<P>::RankExchange(const Stream& stream, const PeerLinks& links,
                              const RankLayout& layout, const CellGrid& grid,
                              const std::vector<std::int64_t>& owned,
                              const RankCapacity& capacity) {
    MDSIM_EXPECT(layout.owner.size() == static_cast<std::size_t>(grid.total()));
    MDSIM_EXPECT(layout.ranges.size() == static_cast<std::size_t>(links.size()));
    view_.rank = links.rank();
    view_.ranks = links.size();
    const auto ranks = static_cast<std::size_t>(links.size());
    std::vector<std::int64_t> halo;
    for (const SeenCell& seen : layout.seen) halo.push_back(seen.cell);
    cells_ = MappedCells(stream, grid, owned, halo);
    view_.cells = cells_.map();
    owner_ = stream.copy_of(layout.owner);
    range_ = kept(stream, layout.ranges);
    leaving_ = Buffer<std::uint32_t, Device>(ranks);
    shown_atoms_ = Buffer<std::uint32_t, Device>(layout.shown.size() + 1);
    shown_first_ = Buffer<LocalIndex, Device>(layout.shown.size() + 1);
    sent_ = Buffer<LocalIndex, Device>(capacity.shown);
    std::vector<std::uint64_t> segment{segment_for(layout, capacity.owned, links.size())};
    for (const std::uint64_t s : gather_on_all(links.ranks(), segment))
        segment.front() = std::max(segment.front(), s);
    view_.segment = static_cast<std::uint32_t>(segment.front());
    inbox_ = std::make_unique<PeerArray<Migrant<P>>>(links, ranks * segment.front());
    notes_ = std::make_unique<PeerArray<std::uint32_t>>(links, 2 * ranks + layout.seen.size());
    view_.sent_capacity = static_cast<std::uint32_t>(capacity.shown);
    view_.owned_capacity = static_cast<std::uint32_t>(capacity.owned);
    view_.owner = owner_.data();
    view_.inbox = inbox_->table();
    view_.leaving = leaving_.data();
    view_.notes = notes_->table();
    view_.range = range_.data();
    view_.shown_atoms = shown_atoms_.data();
    view_.out.shown_first = shown_first_.data();
    view_.out.atom = sent_.data();
    view_.out.base = notes_->data() + ranks;
    std::vector<std::uint32_t> local(static_cast<std::size_t>(grid.total()), no_cell);
    for (std::size_t c = 0; c < owned.size(); ++c)
        local[static_cast<std::size_t>(owned[c])] = static_cast<std::uint32_t>(c);
    list_shown(stream, links, layout, local);
}

template <class P>
void RankExchange<P>::list_shown(const Stream& stream, const PeerLinks& links,
                                 const RankLayout& layout,
                                 const std::vector<std::uint32_t>& local) {
    const int ranks = links.size();
    const auto first_shown = first_of_peers(layout.shown, ranks);
    const auto first_seen = first_of_peers(layout.seen, ranks);
    const auto first_seen_of = gather_on_all(links.ranks(), first_seen);
    std::vector<ShownCell> shown;
    for (const SeenCell& c : layout.shown) {
        const auto peer = static_cast<std::size_t>(c.peer);
        const auto number = static_cast<std::uint32_t>(shown.size()) - first_shown[peer];
        const std::uint32_t first =
            first_seen_of[peer * first_seen.size() + static_cast<std::size_t>(links.rank())];
        MDSIM_EXPECT(local[static_cast<std::size_t>(c.cell)] != no_cell); // it is an own one
        shown.push_back({local[static_cast<std::size_t>(c.cell)], c.peer, first + number});
    }
    shown_ = kept(stream, shown);
    first_shown_ = stream.copy_of(first_shown);
    first_seen_ = stream.copy_of(first_seen);
    view_.out.shown = shown_.data();
    number_peers(stream, shown, view_.cells.owned);
    view_.shown_count = static_cast<std::uint32_t>(layout.shown.size());
    view_.seen_count = static_cast<std::uint32_t>(layout.seen.size());
    view_.out.first_shown = first_shown_.data();
    view_.first_seen = first_seen_.data();
}

/// Counts the peers that see each own cell, and numbers them by these counts; for each number there
/// is room for the groups of all own atoms.
template <class P>
void RankExchange<P>::number_peers(const Stream& stream, const std::vector<ShownCell>& shown,
                                   std::uint32_t cells) {
    std::vector<std::uint32_t> peers(cells, 0);
    std::vector<std::uint32_t> number;
    for (const ShownCell& s : shown) number.push_back(peers[s.cell]++);
    const std::uint32_t most = peers.empty() ? 0 : std::ranges::max(peers);
    view_.out.group_capacity = group_place(view_.owned_capacity, cells);
    peers_of_cell_ = kept(stream, std::move(peers));
    peer_number_ = kept(stream, std::move(number));
    sent_group_ = Buffer<SentGroup, Device>(std::size_t{most} * view_.out.group_capacity + 1);
    view_.out.peers_of_cell = peers_of_cell_.data();
    view_.out.peer_number = peer_number_.data();
    view_.out.group = sent_group_.data();
}

template <class P>
RankView<P> RankExchange<P>::view(const std::array<Site<P>* const*, 3>& sites) const {
    RankView<P> view = view_;
    view.out.site[0] = sites[0];
    view.out.site[1] = sites[1];
    view.reference = sites[2];
    return view;
}

template <class P> std::size_t RankExchange<P>::bytes() const {
    return owner_.bytes() + cells_.bytes() + shown_.bytes() + sent_.bytes() + shown_atoms_.bytes() +
           shown_first_.bytes() + peers_of_cell_.bytes() + peer_number_.bytes() +
           sent_group_.bytes() +
           std::size_t{view_.segment} * static_cast<std::size_t>(view_.ranks) * sizeof(Migrant<P>);
}

template class RankExchange<MixedPrecision>;
template class RankExchange<DoublePrecision>;

} // namespace mdsim
