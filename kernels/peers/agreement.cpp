// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/peers/agreement.hpp"

#include <fmt/format.h>

#include "core/error.hpp"
#include "kernels/peers/agreement_kernels.hpp"
#include "kernels/peers/on_all_ranks.hpp"

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
        state_.resize_discard(1);
        aside_.zero(state_.data(), 1);
        aside_.zero(boxes_.data(), boxes_.size_of(links_->rank()));
        load_agreement();
        aside_.wait();
    });
}

AgreementView Agreement::view() const {
    return {boxes_.table(), const_cast<AgreementState*>(state_.data()), links_->rank(),
            links_->size(), static_cast<unsigned long long>(limit_.count())};
}

void Agreement::queue(const Stream& stream, const AgreementWords* mine, Agreed* all) const {
    queue_agreement(stream, view(), mine, all);
}

double Agreement::waited(const Stream& stream) const {
    AgreementState state{};
    stream.download(state_.data(), &state, 1);
    stream.wait();
    return 1e-9 * static_cast<double>(state.waited);
}

void Agreement::call_off() {
    queue_calling_off(aside_, view());
    aside_.wait();
}

void Agreement::check(const Agreed& agreed) const {
    if (agreed.lost == 0) return;
    const Rank rank = static_cast<Rank>((agreed.lost & ~called_off) - 1);
    const std::string who = fmt::format("rank {} ({})", rank, links_->place(rank).text());
    if ((agreed.lost & called_off) != 0)
        throw EnvironmentError(who + " has failed and called off the work of all GPUs; what it "
                                     "reports tells why");
    const std::chrono::duration<double> limit = limit_;
    throw EnvironmentError(
        fmt::format("{} did not meet the other GPUs within {:g} s: it has ended, hangs, or another "
                    "program keeps its GPU busy; its messages and 'nvidia-smi' may tell which",
                    who, limit.count()));
}

} // namespace mdsim
