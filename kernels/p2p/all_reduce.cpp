// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/p2p/all_reduce.hpp"

#include <fmt/format.h>

#include "core/error.hpp"
#include "kernels/p2p/on_all_ranks.hpp"

namespace mdsim {

namespace {

const PeerLinks& all_direct(const PeerLinks& links) {
    links.require_all();
    return links;
}

std::size_t mailbox_size(int ranks) {
    AllReduceView view{};
    view.ranks = ranks;
    return view.mailbox_size();
}

} // namespace

AllReduce::AllReduce(const PeerLinks& links, std::chrono::nanoseconds limit)
    : links_(&all_direct(links)), limit_(limit), mailboxes_(links, mailbox_size(links.size())) {
    on_all_ranks(links.ranks(), [this] {
        const Stream stream;
        state_.resize_discard(1);
        stream.zero(state_.data(), 1);
        stream.zero(mailboxes_.data(), mailboxes_.size_of(links_->rank()));
        stream.wait();
    });
}

AllReduceView AllReduce::view() const {
    return {mailboxes_.table(), const_cast<AllReduceState*>(state_.data()), links_->rank(),
            links_->size(), static_cast<unsigned long long>(limit_.count())};
}

double AllReduce::waited(const Stream& stream) const {
    AllReduceState state{};
    stream.download(state_.data(), &state, 1);
    stream.wait();
    return 1e-9 * static_cast<double>(state.waited);
}

void AllReduce::check(const AllReduced& reduced) const {
    if (reduced.lost == 0) return;
    const Rank rank = static_cast<Rank>(reduced.lost - 1);
    const std::string who = fmt::format("rank {} ({})", rank, links_->place(rank).text());
    const std::chrono::duration<double> limit = limit_;
    throw EnvironmentError(
        fmt::format("{} did not meet the other GPUs within {:g} s: it has ended, hangs, or another "
                    "program keeps its GPU busy; its messages and 'nvidia-smi' may tell which",
                    who, limit.count()));
}

} // namespace mdsim
