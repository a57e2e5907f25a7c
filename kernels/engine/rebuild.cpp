// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/engine/rebuild.hpp"

namespace mdsim {

namespace {

AtomCapacity capacity_found(const Control& control) {
    if ((control.no_capacity & no_capacity_for_migrants) != 0)
        return AtomCapacity::short_of_inboxes;
    if ((control.no_capacity & no_capacity_for_atoms) != 0) return AtomCapacity::short_of_arrays;
    return AtomCapacity::enough;
}

} // namespace

template <class P> void Rebuild<P>::queue_sort() const {
    const AtomsView<P> view = parts_.atoms->view();
    CellOrder<P>& order = *parts_.order;
    parts_.check->forget(*stream_);
    ranks_->queue_order(parts_.lists->order_depth());
    parts_.lists->cut(*stream_, view, order.cell_first());
    parts_.lists->arrange(*stream_, view, order.order());
}

template <class P> void Rebuild<P>::queue() const {
    queue_sort();
    ranks_->queue_halo();
    parts_.lists->build(*stream_);
}

template <class P> void Rebuild<P>::pull() const {
    parts_.lists->queue_use(*stream_);
    parts_.atoms->pull_control();
}

template <class P> AtomCapacity Rebuild<P>::resolve() {
    ranks_->check();
    TileLists<P>& lists = *parts_.lists;
    for (ListShortage most = ListShortage::capacity; most != ListShortage::none;) {
        const AtomCapacity capacity = capacity_found(parts_.atoms->control());
        if (capacity != AtomCapacity::enough) return capacity;
        const ListShortage mine = lists.shortage();
        most = ranks_->worst_of(mine);
        const bool sort_again = most > ListShortage::capacity;
        lists.resolve_shortage(sort_again ? most : mine);
        if (sort_again) {
            repeat();
        } else if (mine == ListShortage::capacity) {
            lists.build_again(*stream_);
            pull();
        }
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
    pull();
    ranks_->check();
}

template <class P> AtomCapacity Rebuild<P>::run() {
    queue();
    pull();
    return resolve();
}

template class Rebuild<MixedPrecision>;
template class Rebuild<DoublePrecision>;

} // namespace mdsim
