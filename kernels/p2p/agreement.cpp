// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/p2p/agreement.hpp"

#include <fmt/format.h>

#include "core/error.hpp"
#include "kernels/p2p/on_all_ranks.hpp"

namespace mdsim {

namespace {

const PeerLinks& all_direct(const PeerLinks& links) {
    links.require_all();
    return links;
}

std::size_t box_size(int ranks) {
    AgreementView view{};
    view.ranks = ranks;
    return view.box_size();
}

} // namespace

Agreement::Agreement(const PeerLinks& links, std::chrono::nanoseconds limit)
    : links_(&all_direct(links)), limit_(limit), boxes_(links, box_size(links.size())) {
    on_all_ranks(links.ranks(), [this] {
        const Stream stream;
        state_.resize_discard(1);
        stream.zero(state_.data(), 1);
        stream.zero(boxes_.data(), boxes_.size_of(links_->rank()));
        stream.wait();
    });
}

AgreementView Agreement::view() const {
    return {boxes_.table(), const_cast<AgreementState*>(state_.data()), links_->rank(),
            links_->size(), static_cast<unsigned long long>(limit_.count())};
}

double Agreement::waited(const Stream& stream) const {
    AgreementState state{};
    stream.download(state_.data(), &state, 1);
    stream.wait();
    return 1e-9 * static_cast<double>(state.waited);
}

void Agreement::check(const Agreed& agreed) const {
    if (agreed.lost == 0) return;
    const Rank rank = static_cast<Rank>(agreed.lost - 1);
    const std::string who = fmt::format("rank {} ({})", rank, links_->place(rank).text());
    const std::chrono::duration<double> limit = limit_;
    throw EnvironmentError(
        fmt::format("{} did not meet the other GPUs within {:g} s: it has ended, hangs, or another "
                    "program keeps its GPU busy; its messages and 'nvidia-smi' may tell which",
                    who, limit.count()));
}

} // namespace mdsim
