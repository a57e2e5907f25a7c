// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/system/step_loop.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <variant>

#include "core/error.hpp"
#include "kernels/ranks/meet.hpp"
#include "kernels/system/hosted_steps.hpp"
#include "kernels/system/turn.hpp"

namespace mdsim {

namespace {

template <class T> void append(std::vector<std::byte>& bytes, const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    const auto* first = reinterpret_cast<const std::byte*>(&value);
    bytes.insert(bytes.end(), first, first + sizeof value);
}

void append_coupling(std::vector<std::byte>& bytes, const CouplingArgs& coupling) {
    append(bytes, coupling.length);
    append(bytes, coupling.drive.degrees_of_freedom);
    append(bytes, coupling.drive.time);
    append(bytes, coupling.drive.step);
    append(bytes, coupling.drive.substeps);
    append(bytes, coupling.temperature);
    append(bytes, coupling.temperature == nullptr ? coupling.drive.temperature : 0.0);
    append(bytes, coupling.temperature == nullptr ? Step{0} : coupling.first);
}

/// All that a recorded graph depends on beside the arrays.
template <class P>
std::vector<std::byte> key_of(const AdvanceArgs<P>& advance, const CouplingStore& coupling,
                              int turn_length, int lists) {
    std::vector<std::byte> bytes;
    append(bytes, coupling.every());
    if (coupling.any()) append_coupling(bytes, coupling.args());
    append(bytes, lists);
    append(bytes, turn_length);
    append(bytes, advance.of_step);
    append(bytes, advance.view.allowed_move2);
    append(bytes, advance.view.far.room);
    append(bytes, advance.motion.index());
    std::visit([&bytes](const auto& motion) { append(bytes, motion); }, advance.motion);
    return bytes;
}

} // namespace

template <class P> WalkArgs<P> StepLoop<P>::walk_args() const {
    WalkArgs<P> args{};
    args.atoms = parts_.atoms->view();
    args.lists = parts_.lists->view();
    args.scale = parts_.scale;
    args.lanes = parts_.lists->shape().lanes;
    return args;
}

template <class P>
const void* StepLoop<P>::upload_motions(const std::vector<AnyMotion<typename P::Real>>& motion) {
    if (motion.size() == 1) return nullptr;
    std::vector<std::byte> bytes;
    for (const auto& any : motion) std::visit([&bytes](const auto& m) { append(bytes, m); }, any);
    if (bytes.size() > motion_.size()) motion_.resize_discard(bytes.size());
    stream_->upload(bytes.data(), motion_.data(), bytes.size());
    stream_->wait();
    return motion_.data();
}

template <class P>
void StepLoop<P>::queue_coupled_step(int kernel, const AdvanceArgs<P>& advance) const {
    WalkArgs<P> args = walk_args();
    args.kernel = kernel;
    for (std::size_t law = 0; law < parts_.laws->size(); ++law) {
        args.law = static_cast<std::uint32_t>(law);
        args.add_stored = law > 0;
        (*parts_.laws)[law]->store(*stream_, args, nullptr);
    }
    couple_and_move(*stream_, args, advance, coupling_.args());
}

template <class P> void StepLoop<P>::queue_step(int kernel, const AdvanceArgs<P>& advance) const {
    if (couples_in(coupling_.every(), kernel)) return queue_coupled_step(kernel, advance);
    WalkArgs<P> args = walk_args();
    args.kernel = kernel;
    const auto& laws = *parts_.laws;
    for (std::size_t law = 0; law < laws.size(); ++law) {
        args.law = static_cast<std::uint32_t>(law);
        args.add_stored = law > 0;
        if (law + 1 < laws.size())
            laws[law]->store(*stream_, args, nullptr);
        else
            laws[law]->advance(*stream_, args, advance);
    }
}

template <class P> void StepLoop<P>::queue_check(int kernel, const AdvanceArgs<P>& advance) {
    const AtomsView<P> view = parts_.atoms->view();
    const bool searched = advance.view.far.room > 0;
    if (rebuild_.alone()) {
        if (searched) parts_.check->queue(*stream_, view, *parts_.lists, kernel);
        return;
    }
    const AgreementView agreement = parts_.ranks.agreement->view();
    if (searched)
        together_.queue(*stream_, agreement, parts_.check->search(view, *parts_.lists), kernel);
    else
        meet_after_step(*stream_, agreement, view.control, kernel);
}

template <class P> void StepLoop<P>::record(const AdvanceArgs<P>& advance) {
    const auto key = key_of(advance, coupling_, turn_length_, parts_.lists->version());
    if (!graph_.empty() && key == recorded_) return;
    recorded_ = key;
    const AtomsView<P> view = parts_.atoms->view();
    graph_ = LoopGraph(*stream_, [&](LoopRecorder& recorder) {
        for (int k = 0; k < turn_length_; ++k) {
            queue_step(k, advance);
            queue_check(k, advance);
        }
        const auto again = recorder.again();
        const auto rebuild = recorder.condition();
        close_turn(*stream_, view.control, rebuild, again);
        recorder.when(rebuild, [this, again] {
            rebuild_.queue();
            rebuild_.queue_end(again);
        });
    });
}

template <class P> void StepLoop<P>::choose_turn(const Stretch<P>& stretch) {
    learn_interval();
    const std::int64_t interval = stretch.rebuild_every > 0 ? stretch.rebuild_every : interval_;
    turn_length_ = static_cast<int>(std::min<std::int64_t>(interval, longest_turn));
    // A turn ends before each step on which a thermostat rests no longer; if it leaves its first
    // kernel out, there is another.
    if (const std::int64_t every = coupling_.every(); every > 1)
        turn_length_ = static_cast<int>(std::clamp<std::int64_t>(turn_length_, 2, every));
}

template <class P> void StepLoop<P>::learn_interval() {
    if (seen_rebuilds_ < 5) return;
    const double mean = static_cast<double>(seen_steps_) / static_cast<double>(seen_rebuilds_);
    seen_rebuilds_ = 0;
    seen_steps_ = 0;
    const int wanted = std::clamp(static_cast<int>(std::lround(mean)) + 1, 2, longest_turn);
    if (std::abs(wanted - interval_) > std::max(1, interval_ / 8)) interval_ = wanted;
}

template <class P> void StepLoop<P>::begin(const Stretch<P>& stretch, const MotionView<P>& view) {
    // Kinetic sums and halos of several ranks are not known to the kernels that couple.
    MDSIM_REQUIRE(rebuild_.alone() || stretch.coupling.every == 0);
    together_.begin(*stream_);
    coupling_.take(*stream_, stretch.coupling, stretch.first);
    choose_turn(stretch);
    Control& c = parts_.atoms->control();
    const Control before = c;
    c = Control{};
    c.owned = before.owned;
    c.local = before.local;
    c.present = before.present;
    c.position_buffer = before.position_buffer;
    c.step = c.first_step = stretch.first;
    c.steps_left = stretch.steps;
    c.rebuild_every = stretch.rebuild_every;
    c.last_rebuild = stretch.last_rebuild;
    c.couple_every = stretch.coupling.every;
    c.first_coupled = stretch.coupling.first;
    c.exact = view.far.room > 0 ? 1 : 0;
    c.turn_length = parts_.ranks.hosted != nullptr ? 1 : turn_length_;
    open_turn(c);
    parts_.atoms->push_control();
}

template <class P> StretchReport StepLoop<P>::report(const Stretch<P>& stretch) const {
    const Control& c = parts_.atoms->control();
    StretchReport report;
    report.steps = c.step - stretch.first - (c.halted() ? 1 : 0);
    report.rebuilds = c.rebuilds;
    report.steps_between = c.steps_between;
    report.shortest = c.shortest;
    report.longest = c.longest;
    report.last_rebuild = c.last_rebuild;
    report.unsafe = c.unsafe;
    report.rebuild_due = c.rebuild_due != 0;
    report.fault = c.fault;
    report.chain = coupling_.state(*stream_);
    return report;
}

template <class P>
StretchReport StepLoop<P>::run(const Stretch<P>& stretch, const MotionView<P>& view) {
    AdvanceArgs<P> advance{view, stretch.motion.front(), upload_motions(stretch.motion)};
    if (!rebuild_.alone()) advance.sent = rebuild_.rank_view().out;
    begin(stretch, view);
    Control& c = parts_.atoms->control();
    if (parts_.ranks.hosted != nullptr)
        run_hosted_steps(*stream_, parts_, rebuild_, view.far.room > 0,
                         [&] { queue_step(0, advance); });
    while (c.steps_left > 0 && !c.halted()) {
        record(advance);
        graph_.launch(*stream_);
        parts_.atoms->pull_control();
        rebuild_.settle();
        if (c.no_room == 0) continue;
        c.no_room = 0;
        parts_.atoms->push_control();
    }
    seen_rebuilds_ += c.rebuilds;
    seen_steps_ += c.steps_between;
    return report(stretch);
}

template class StepLoop<MixedPrecision>;
template class StepLoop<DoublePrecision>;

} // namespace mdsim
