// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/engine/several_ranks.hpp"

#include <fmt/format.h>

#include <span>

#include "core/error.hpp"
#include "kernels/decomposition/barrier.hpp"
#include "kernels/decomposition/exchange_atoms.hpp"
#include "kernels/engine/one_rank.hpp"

namespace mdsim {

template <class P>
SeveralRanks<P>::SeveralRanks(const Stream& stream, const ResidentParts<P>& parts)
    : stream_(&stream), parts_(parts) {
    TileLists<P>& lists = *parts_.lists;
    lists.keep_within(ranks().comm->min_of(lists.shared_limit()));
}

template <class P> RankView<P> SeveralRanks<P>::view() const {
    const PositionBuffers<P>& sites = parts_.atoms->sites();
    return ranks().exchange->view({sites.table(0), sites.table(1), sites.table(2)});
}

template <class P> void SeveralRanks<P>::queue_after_round(const WalkArgs<P>& walk) const {
    sync_after_round(*stream_, ranks().all_reduce->view(), walk.atoms.control, walk.kernel,
                     !ranks().share_device);
}

template <class P>
void SeveralRanks<P>::queue_coupling(const Stream& stream, const WalkArgs<P>& walk,
                                     const CouplingStore& coupling, bool) const {
    couple_ranks(stream, ranks().all_reduce->view(), *ranks().sums_exchange, walk.atoms.control,
                 walk.kernel, *coupling.thermostat(), coupling.args());
}

template <class P>
void SeveralRanks<P>::queue_box_coupling(const Stream& stream, const WalkArgs<P>& walk,
                                         const BoxCouplingArgs<P>& action, bool) const {
    couple_box_of_ranks(stream, ranks().all_reduce->view(), *ranks().sums_exchange,
                        walk.atoms.control, walk.kernel, action);
}

template <class P> void SeveralRanks<P>::queue_after_sample(const WalkArgs<P>& walk) const {
    reduce_after_sample(*stream_, ranks().all_reduce->view(), walk.atoms.control, walk.kernel);
}

template <class P> void SeveralRanks<P>::queue_check(int kernel, bool searched) {
    const AtomsView<P> atoms = parts_.atoms->view();
    const AllReduceView all_reduce = ranks().all_reduce->view();
    const bool early = !ranks().share_device;
    if (searched)
        list_check_.queue(*stream_, all_reduce, parts_.check->search(atoms, *parts_.lists), kernel,
                          early);
    else
        reduce_after_step(*stream_, all_reduce, atoms.control, kernel, early);
}

/// More than for a rank that is alone, as steps wait for others between. None where ranks share a
/// GPU: blocks that wait there would keep out those of another rank, for which others wait.
template <class P> std::uint32_t SeveralRanks<P>::most_overlapped_tiles() const {
    return ranks().share_device ? 0 : 3000;
}

template <class P> void SeveralRanks<P>::queue_order(const OrderDepth& depth) const {
    const AtomsView<P> atoms = parts_.atoms->view();
    const RankView<P> mine = view();
    CellOrder<P>& order = *parts_.order;
    RankBarrier& barrier = *ranks().barrier;
    order.begin_count(*stream_);
    send_migrants(*stream_, mine, atoms, order.grid(), order.count());
    barrier.sync(Written::migrants);
    note_migrants(*stream_, mine, atoms);
    barrier.sync(Written::nothing);
    take_migrants(*stream_, mine, atoms, order.grid(), order.count());
    order.end_count(*stream_, atoms, ranks().exchange->cells().owned, depth);
}

template <class P> void SeveralRanks<P>::queue_halo() const {
    const AtomsView<P> atoms = parts_.atoms->view();
    const RankView<P> mine = view();
    LocalIndex* cell_first = parts_.order->cell_first();
    RankBarrier& barrier = *ranks().barrier;
    count_shown(*stream_, mine, atoms, cell_first);
    barrier.sync(Written::counts);
    lay_out_halo(*stream_, mine, atoms, cell_first);
    barrier.sync(Written::layout);
    send_halo(*stream_, mine, atoms, cell_first);
    barrier.sync(Written::halo);
    box_halo(*stream_, mine, parts_.lists->source(), parts_.lists->boxes());
}

template <class P> void SeveralRanks<P>::queue_end(const PassConditions& conditions) const {
    TileLists<P>& lists = *parts_.lists;
    Control* control = parts_.atoms->view().control;
    note_capacity(*stream_, lists.use(), lists.capacity(), control);
    ranks().barrier->sync(Written::nothing);
    end_without_capacity(*stream_, control, conditions);
}

template <class P> ListShortage SeveralRanks<P>::worst_of(ListShortage mine) const {
    return static_cast<ListShortage>(ranks().comm->max_of(static_cast<int>(mine)));
}

template <class P> void SeveralRanks<P>::check() const {
    const Control& c = parts_.atoms->control();
    ranks().barrier->check(c);
    std::int64_t owned = c.owned;
    ranks().comm->sum(std::span<std::int64_t>(&owned, 1));
    if (owned != ranks().total_atoms)
        throw PhysicsError(fmt::format("the ranks own {} atoms together, where there should be {}",
                                       owned, ranks().total_atoms));
}

template <class P> void SeveralRanks<P>::exchange_positions() const {
    send_positions(*stream_, view(), parts_.atoms->view());
    ranks().barrier->sync(Written::positions);
    parts_.atoms->pull_control();
    ranks().barrier->check(parts_.atoms->control());
}

template <class P> void SeveralRanks<P>::exchange_channel() const {
    ranks().barrier->sync(Written::channel);
}

template <class P>
std::unique_ptr<Ranks<P>> make_ranks(const Stream& stream, const ResidentParts<P>& parts) {
    if (parts.ranks.exchange == nullptr) return std::make_unique<OneRank<P>>(stream, parts);
    return std::make_unique<SeveralRanks<P>>(stream, parts);
}

template std::unique_ptr<Ranks<MixedPrecision>> make_ranks(const Stream&,
                                                           const ResidentParts<MixedPrecision>&);
template std::unique_ptr<Ranks<DoublePrecision>> make_ranks(const Stream&,
                                                            const ResidentParts<DoublePrecision>&);

} // namespace mdsim
