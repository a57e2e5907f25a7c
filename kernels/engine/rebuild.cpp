// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/engine/rebuild.hpp"

#include <fmt/format.h>

#include "core/error.hpp"
#include "kernels/decomposition/exchange_atoms.hpp"

namespace mdsim {

namespace {

AtomCapacity capacity_found(const Control& control) {
    if ((control.no_capacity & no_capacity_for_migrants) != 0)
        return AtomCapacity::short_of_inboxes;
    if ((control.no_capacity & no_capacity_for_atoms) != 0) return AtomCapacity::short_of_arrays;
    return AtomCapacity::enough;
}

} // namespace

template <class P>
Rebuild<P>::Rebuild(const Stream& stream, const ResidentParts<P>& parts)
    : stream_(&stream), parts_(parts) {
    if (alone()) return;
    TileLists<P>& lists = *parts_.lists;
    lists.keep_within(parts_.ranks.comm->min_of(lists.shared_limit()));
}

template <class P> RankView<P> Rebuild<P>::rank_view() const {
    const PositionBuffers<P>& sites = parts_.atoms->sites();
    return parts_.ranks.exchange->view({sites.table(0), sites.table(1), sites.table(2)});
}

template <class P> void Rebuild<P>::exchange_positions() const {
    if (alone()) return;
    const AtomsView<P> view = parts_.atoms->view();
    send_positions(*stream_, rank_view(), view);
    parts_.ranks.barrier->sync(Written::positions);
    parts_.atoms->pull_control();
    parts_.ranks.barrier->check(parts_.atoms->control());
}

template <class P> void Rebuild<P>::queue_sort() const {
    const AtomsView<P> view = parts_.atoms->view();
    CellOrder<P>& order = *parts_.order;
    const OrderDepth depth = parts_.lists->order_depth();
    parts_.check->forget(*stream_);
    if (alone()) {
        order.sort(*stream_, view, parts_.lists->source().cells, depth);
    } else {
        order.begin_count(*stream_);
        send_migrants(*stream_, rank_view(), view, order.grid(), order.count());
        parts_.ranks.barrier->sync(Written::migrants);
        note_migrants(*stream_, rank_view(), view);
        parts_.ranks.barrier->sync(Written::nothing);
        take_migrants(*stream_, rank_view(), view, order.grid(), order.count());
        order.end_count(*stream_, view, parts_.ranks.exchange->cells().owned, depth);
    }
    parts_.lists->cut(*stream_, view, order.cell_first());
    parts_.lists->arrange(*stream_, view, order.order());
}

template <class P> void Rebuild<P>::queue_halo() const {
    if (alone()) return;
    const AtomsView<P> view = parts_.atoms->view();
    const RankView<P> ranks = rank_view();
    LocalIndex* cell_first = parts_.order->cell_first();
    RankBarrier& barrier = *parts_.ranks.barrier;
    count_shown(*stream_, ranks, view, cell_first);
    barrier.sync(Written::counts);
    lay_out_halo(*stream_, ranks, view, cell_first);
    barrier.sync(Written::layout);
    send_halo(*stream_, ranks, view, cell_first);
    barrier.sync(Written::halo);
    box_halo(*stream_, ranks, parts_.lists->source(), parts_.lists->boxes());
}

template <class P> void Rebuild<P>::queue() const {
    queue_sort();
    queue_halo();
    parts_.lists->build(*stream_);
}

template <class P> void Rebuild<P>::queue_end(const PassConditions& conditions) const {
    TileLists<P>& lists = *parts_.lists;
    if (alone()) return check_capacity(*stream_, lists.use(), lists.capacity(), conditions);
    Control* control = parts_.atoms->view().control;
    note_capacity(*stream_, lists.use(), lists.capacity(), control);
    parts_.ranks.barrier->sync(Written::nothing);
    end_without_capacity(*stream_, control, conditions);
}

/// The worst shortage of any rank: all resolve it, and repeat until none is left.
template <class P> ListShortage Rebuild<P>::worst_of_all(ListShortage mine) const {
    if (alone()) return mine;
    return static_cast<ListShortage>(parts_.ranks.comm->max_of(static_cast<int>(mine)));
}

/// Throws where the ranks lost each other, or an atom.
template <class P> void Rebuild<P>::check_ranks() const {
    if (alone()) return;
    const Control& c = parts_.atoms->control();
    parts_.ranks.barrier->check(c);
    std::int64_t owned = c.owned;
    parts_.ranks.comm->sum(std::span<std::int64_t>(&owned, 1));
    if (owned != parts_.ranks.total_atoms)
        throw PhysicsError(fmt::format("the ranks own {} atoms together, where there should be {}",
                                       owned, parts_.ranks.total_atoms));
}

template <class P> AtomCapacity Rebuild<P>::resolve() {
    check_ranks();
    TileLists<P>& lists = *parts_.lists;
    for (ListShortage most = ListShortage::capacity; most != ListShortage::none;) {
        const AtomCapacity capacity = capacity_found(parts_.atoms->control());
        if (capacity != AtomCapacity::enough) return capacity;
        const ListShortage mine = lists.shortage(*stream_);
        most = worst_of_all(mine);
        const bool sort_again = most > ListShortage::capacity;
        lists.resolve_shortage(sort_again ? most : mine);
        if (sort_again)
            repeat();
        else if (mine == ListShortage::capacity)
            lists.build_again(*stream_);
    }
    return AtomCapacity::enough;
}

/// Does a rebuild again whose lists are of no use. The atoms have been brought to their owners, and
/// their image counts up to date, so now they only change their order.
template <class P> void Rebuild<P>::repeat() {
    if (Control& c = parts_.atoms->control(); c.no_capacity != 0) {
        c.no_capacity = 0; // otherwise what is queued does nothing
        parts_.atoms->push_control();
    }
    queue();
    parts_.atoms->pull_control();
    check_ranks();
}

template <class P> AtomCapacity Rebuild<P>::run() {
    queue();
    parts_.atoms->pull_control();
    return resolve();
}

template class Rebuild<MixedPrecision>;
template class Rebuild<DoublePrecision>;

} // namespace mdsim
