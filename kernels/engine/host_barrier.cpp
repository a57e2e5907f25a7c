// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/engine/host_barrier.hpp"

#include "kernels/decomposition/barrier_words.hpp"

namespace mdsim {

template <class P> unsigned long long HostBarrier<P>::all_reduce(unsigned long long word) const {
    std::uint64_t all = word;
    staged_exchange_->links().ranks().bitwise_or_within(std::span<std::uint64_t>(&all, 1), limit_);
    return all;
}

template <class P> void HostBarrier<P>::deliver(Written what) {
    const int buffer = atoms_->control().position_buffer;
    switch (what) {
    case Written::migrants:
        return staged_exchange_->deliver_migrants();
    case Written::counts:
        return staged_exchange_->deliver_counts();
    case Written::positions:
        return staged_exchange_->deliver_positions(site(buffer));
    case Written::channel:
        return staged_exchange_->deliver_channel(channel_->view().value, channel_->width());
    case Written::halo:
        staged_exchange_->deliver_halo(site(buffer));
        return staged_exchange_->copy_positions(site(buffer), site(PositionBuffers<P>::reference));
    case Written::layout: // the receiver knows where it lies
    case Written::nothing:
        return;
    }
}

template <class P> void HostBarrier<P>::sync(Written what) {
    if (what == Written::layout)
        staged_exchange_->download_layout(atoms_->view().control, order_->cell_first());
    atoms_->pull_control();
    Control& c = atoms_->control();
    const auto found = static_cast<std::uint32_t>(c.no_capacity);
    const unsigned long long all = all_reduce(found);
    if (all == 0) return deliver(what);
    c.no_capacity = static_cast<std::int32_t>(all);
    atoms_->push_control();
}

template <class P> void HostBarrier<P>::reduce_after_step() {
    constexpr int kernel = 0;
    staged_exchange_->deliver_positions(site(1 - atoms_->control().position_buffer));
    atoms_->pull_control();
    Control& c = atoms_->control();
    apply_after_step(c, all_reduce(word_after_step(c, kernel)), kernel);
}

template <class P> void HostBarrier<P>::reduce_after_check() {
    constexpr int kernel = 0;
    atoms_->pull_control();
    Control& c = atoms_->control();
    apply_after_check(c, all_reduce(word_after_check(c, kernel)), kernel);
}

template class HostBarrier<MixedPrecision>;
template class HostBarrier<DoublePrecision>;

} // namespace mdsim
