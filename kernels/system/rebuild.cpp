// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/system/rebuild.hpp"

#include <fmt/format.h>

#include "core/error.hpp"
#include "kernels/ranks/exchange_atoms.hpp"
#include "kernels/system/turn.hpp"

namespace mdsim {

template <class P> RankView<P> Rebuild<P>::rank_view() const {
    const SiteStore<P>& sites = parts_.atoms->sites();
    return parts_.ranks.exchange->view({sites.table(0), sites.table(1), sites.table(2)});
}

template <class P> void Rebuild<P>::exchange_positions() const {
    if (alone()) return;
    const AtomsView<P> view = parts_.atoms->view();
    send_positions(*stream_, rank_view(), view);
    parts_.ranks.meetings->meet(Written::positions);
}

template <class P> void Rebuild<P>::queue_sort() const {
    const AtomsView<P> view = parts_.atoms->view();
    CellOrder<P>& order = *parts_.order;
    if (alone()) {
        order.sort(*stream_, view, parts_.lists->order_depth());
    } else {
        order.begin_count(*stream_);
        send_migrants(*stream_, rank_view(), view, order.grid(), order.count());
        parts_.ranks.meetings->meet(Written::migrants);
        take_migrants(*stream_, rank_view(), view, order.grid(), order.count());
        order.end_count(*stream_, view, parts_.ranks.exchange->cells().owned);
    }
    parts_.lists->cut(*stream_, view, order.cell_first());
    parts_.lists->arrange(*stream_, view, order.order());
}

template <class P> void Rebuild<P>::queue_halo() const {
    if (alone()) return;
    const AtomsView<P> view = parts_.atoms->view();
    const RankView<P> ranks = rank_view();
    LocalIndex* cell_first = parts_.order->cell_first();
    RankMeetings& meetings = *parts_.ranks.meetings;
    count_shown(*stream_, ranks, view, cell_first);
    meetings.meet(Written::counts);
    lay_out_halo(*stream_, ranks, view, cell_first);
    meetings.meet(Written::layout);
    send_halo(*stream_, ranks, view, cell_first);
    meetings.meet(Written::halo);
    box_halo(*stream_, ranks, parts_.lists->source(), parts_.lists->boxes());
}

template <class P> void Rebuild<P>::queue() const {
    queue_sort();
    queue_halo();
    parts_.lists->build(*stream_);
}

template <class P> void Rebuild<P>::queue_end(cudaGraphConditionalHandle again) const {
    TileLists<P>& lists = *parts_.lists;
    if (alone()) return check_room(*stream_, lists.use(), lists.room(), again);
    Control* control = parts_.atoms->view().control;
    note_room(*stream_, lists.use(), lists.room(), control);
    parts_.ranks.meetings->meet(Written::nothing);
    end_without_room(*stream_, control, again);
}

/// What has to be done most on any rank: so all go on looking until all are done.
template <class P> Settled Rebuild<P>::most_of_all(Settled mine) const {
    if (alone()) return mine;
    const auto most = static_cast<Settled>(parts_.ranks.comm->max_of(static_cast<int>(mine)));
    if (most == Settled::sort_again)
        throw InputError(
            "neighbor.tile",
            "some cells hold more atoms, or tiles more neighbours, than several GPUs can "
            "share yet: choose a smaller neighbor.tile, or one GPU");
    return most;
}

/// Throws where the ranks lost each other, or arrays are too small for the atoms of one.
template <class P> void Rebuild<P>::check_ranks() const {
    if (alone()) return;
    const Control& c = parts_.atoms->control();
    parts_.ranks.meetings->check(c);
    if ((c.no_room & no_room_for_atoms) != 0)
        throw EnvironmentError("the atoms of a rank have become more than its arrays hold: go on "
                               "from the last checkpoint, which divides the box anew");
    std::int64_t owned = c.owned;
    parts_.ranks.comm->sum(std::span<std::int64_t>(&owned, 1));
    if (owned != parts_.ranks.total_atoms)
        throw PhysicsError(fmt::format("the ranks own {} atoms together, where there should be {}",
                                       owned, parts_.ranks.total_atoms));
}

template <class P> void Rebuild<P>::settle() {
    check_ranks();
    for (;;) {
        const Settled mine = parts_.lists->settle(*stream_);
        if (most_of_all(mine) == Settled::done) return;
        if (mine == Settled::build_again) parts_.lists->build_again(*stream_);
        if (mine != Settled::sort_again) continue;
        queue();
        parts_.atoms->pull_control();
    }
}

template <class P> void Rebuild<P>::run() {
    queue();
    parts_.atoms->pull_control();
    settle();
}

template class Rebuild<MixedPrecision>;
template class Rebuild<DoublePrecision>;

} // namespace mdsim
