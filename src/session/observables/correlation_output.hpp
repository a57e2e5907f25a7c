// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "config/sampled_stage.hpp"
#include "core/contract.hpp"
#include "core/error.hpp"
#include "core/fixed_sum.hpp"
#include "session/observables/correlation_averages.hpp"
#include "session/observables/correlation_files.hpp"
#include "session/writers/run_writer.hpp"

namespace mdsim {

/// Samples a correlation function of `Kind` (a formula such as MeanSquareDisplacement) with several
/// time origins, and keeps KIND.csv and KIND.h5 up to date.
///
/// The first origin is the first sample behind the begin of the stage. Sums over atoms are free of
/// order and all ranks know them, so that all ranks keep the same averages; what atoms
/// were at the origins stays where the atoms are.
template <class P, class Kind> class CorrelationOutput final : public RunWriter<P> {
  public:
    CorrelationOutput(const WriterTools<P>& tools, const CorrelationSettings& settings,
                      const OutputState* resumed)
        : tools_(tools), settings_(settings),
          stage_(sampled_stage(tools.run->config->stages, settings.stage)),
          first_(tools.cadence->first(stage_)),
          averages_(groups(), static_cast<std::size_t>(settings.window), spacing(),
                    Kind::diffusion),
          origins_(tools.simulation->time_origins(
              {Kind::column(tools.simulation->box().now), Kind::product(), types()})) {
        if (resumed != nullptr) restore(*resumed);
    }

    StepNeeds needs(Step step) const override {
        return is_sampled(step) ? Kind::needs() : StepNeeds{};
    }

    bool is_due(const Observation& seen) const override {
        return is_sampled(seen.step) && tools_.simulation->progress().stage == stage_;
    }

    void sample(const Observation& seen) override {
        MDSIM_EXPECT(is_sampled(seen.step) && !summing_);
        MDSIM_REQUIRE(origins_->size() == averages_.living());
        const BoxState& box = tools_.simulation->box();
        origins_->look(box.now.edges, box.unflipped());
        if (averages_.oldest_is_complete()) {
            averages_.drop_oldest();
            origins_->drop_oldest();
        }
        if (samples_ % settings_.origin_interval() == 0) {
            averages_.begin_origin();
            origins_->keep();
        }
        origins_->begin_sums();
        summing_ = true;
        ++samples_;
    }

    void settle() override {
        if (!std::exchange(summing_, false)) return;
        std::vector<FixedSum> sums = origins_->end_sums();
        MDSIM_EXPECT(sums.size() == origins_->size() * types());
        add_over_ranks(sums, *tools_.run->comm, Kind::title);
        for (std::size_t k = 0; k < origins_->size(); ++k)
            averages_.add(k, group_means(std::span(sums).subspan(k * types(), types())));
    }

    void save(OutputState& state) const override {
        state.set_count(samples_name(), samples_);
        state.set_count(stage_name(), static_cast<std::int64_t>(stage_));
        if (samples_ == 0) return;
        averages_.save(Kind::name, state);
        for (std::size_t k = 0; k < origins_->size(); ++k)
            state.set_array(origin_name(k), origins_->array(k));
        if (box_carries()) save_carried(state);
    }

    void refresh() override {
        if (samples_ > 0 && tools_.run->comm->is_root())
            write_correlation(*tools_.run, description(), averages_);
    }

    std::string closing_text() const override {
        return samples_ == 0 ? std::string()
                             : diffusion_text(*tools_.run, description(), averages_);
    }

  private:
    std::size_t types() const { return tools_.run->parts->species.size(); }
    std::size_t groups() const { return types() > 1 ? types() + 1 : 1; }

    /// The time between two samples [time].
    double spacing() const {
        return static_cast<double>(settings_.every) * tools_.run->config->stages[stage_].time_step;
    }

    bool is_sampled(Step step) const {
        const Step last = first_ + tools_.run->config->stages[stage_].steps;
        return step > first_ && step <= last && (step - first_) % settings_.every == 0;
    }

    static std::string samples_name() { return std::string(Kind::name) + "_samples"; }
    static std::string stage_name() { return std::string(Kind::name) + "_stage"; }
    static std::string origin_name(std::size_t k) {
        return std::string(Kind::name) + "_origin_" + std::to_string(k);
    }

    /// Samples of a stage that is no longer the one to be sampled are given up.
    void restore(const OutputState& state) {
        const auto stage = static_cast<std::size_t>(state.count(stage_name()));
        if (state.count(samples_name()) == 0 || stage != stage_) return;
        averages_.restore(Kind::name, state);
        samples_ = state.count(samples_name());
        for (std::size_t k = 0; k < averages_.living(); ++k) {
            const OutputState::Array origin = state.array(origin_name(k));
            if (origin == nullptr)
                throw InputError("checkpoint", "it lacks the array " + origin_name(k));
            origins_->restore(origin);
        }
        if (box_carries()) restore_carried(state);
    }

    /// Whether later samples follow from how the box carries atoms until then.
    bool box_carries() const {
        return is_carried(Kind::column(tools_.simulation->box().now)) &&
               tools_.run->config->stages[stage_].changes_box();
    }

    static std::string carried_name(const char* what) {
        return std::string(Kind::name) + "_carried_" + what;
    }

    void save_carried(OutputState& state) const {
        const TimeOrigins::Carried carried = origins_->carried();
        const auto& [xx, xy, yy, xz, yz, zz] = carried.edges;
        state.set(carried_name("edges"), std::vector<double>{xx, xy, yy, xz, yz, zz});
        state.set_array(carried_name("last"), carried.last);
        if (carried.ways != nullptr) state.set_array(carried_name("ways"), carried.ways);
    }

    void restore_carried(const OutputState& state) {
        const std::vector<double> e = state.numbers(carried_name("edges"));
        const OutputState::Array last = state.array(carried_name("last"));
        if (e.size() != 6 || last == nullptr)
            throw InputError("checkpoint",
                             "it lacks " + carried_name("edges") + " or " + carried_name("last"));
        origins_->restore(
            {{e[0], e[1], e[2], e[3], e[4], e[5]}, last, state.array(carried_name("ways"))});
    }

    CorrelationDescription description() const {
        return {Kind::name, Kind::title, Kind::unit(tools_.run->parts->units), stage_,
                settings_.every};
    }

    /// The mean over all atoms, and over those of each species where there are several, from the
    /// sums over the species.
    std::vector<double> group_means(std::span<const FixedSum> sums) const {
        const auto& count = tools_.run->parts->count_of_type;
        MDSIM_EXPECT(sums.size() == types() && count.size() == types());
        std::vector<double> means(groups());
        double all = 0;
        for (std::size_t t = 0; t < sums.size(); ++t) {
            all += sums[t].value();
            if (means.size() > 1)
                means[t + 1] = count[t] > 0 ? sums[t].value() / static_cast<double>(count[t]) : 0;
        }
        means[0] = all / static_cast<double>(tools_.run->parts->structure.total);
        return means;
    }

    WriterTools<P> tools_;
    CorrelationSettings settings_;
    std::size_t stage_;
    Step first_; ///< of the stage
    CorrelationAverages averages_;
    std::unique_ptr<TimeOrigins> origins_; ///< oldest first
    std::int64_t samples_ = 0;
    bool summing_ = false; ///< the sums of the last sample have not been taken in
};

} // namespace mdsim
