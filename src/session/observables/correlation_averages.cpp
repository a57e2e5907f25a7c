// SPDX-License-Identifier: BSD-3-Clause
#include "session/observables/correlation_averages.hpp"

#include "core/contract.hpp"
#include "session/observables/packed_lists.hpp"

namespace mdsim {

CorrelationAverages::CorrelationAverages(std::size_t groups, std::size_t window, double spacing,
                                         Diffusion diffusion_of)
    : window_(window), spacing_(spacing), diffusion_of_(diffusion_of),
      means_(groups, std::vector<BlockedMean>(window + 1)), diffusion_means_(groups) {
    MDSIM_EXPECT(groups > 0 && window > 0 && spacing > 0);
    MDSIM_EXPECT(diffusion_of != nullptr);
}

void CorrelationAverages::begin_origin() { living_.emplace_back(groups()); }

void CorrelationAverages::add(std::size_t origin, std::span<const double> values) {
    MDSIM_REQUIRE(values.size() == groups());
    Values& history = living_.at(origin);
    MDSIM_EXPECT(origin == 0 || history.front().size() < living_[origin - 1].front().size());
    for (std::size_t g = 0; g < values.size(); ++g) {
        const std::size_t lag = history[g].size();
        MDSIM_REQUIRE(lag <= window_);
        history[g].push_back(values[g]);
        means_[g][lag].add(values[g]);
        if (lag == window_) diffusion_means_[g].add(diffusion_of_(history[g], spacing_));
    }
}

bool CorrelationAverages::oldest_is_complete() const {
    return !living_.empty() && living_.front().front().size() == lags();
}

void CorrelationAverages::drop_oldest() {
    MDSIM_REQUIRE(!living_.empty());
    MDSIM_EXPECT(oldest_is_complete());
    living_.erase(living_.begin());
}

void CorrelationAverages::save(const std::string& prefix, OutputState& state) const {
    PackedLists means, values;
    for (std::size_t g = 0; g < groups(); ++g) {
        for (const BlockedMean& mean : means_[g]) means.add(mean.numbers());
        means.add(diffusion_means_[g].numbers());
    }
    for (const Values& origin : living_)
        for (const std::vector<double>& by_lag : origin) values.add(by_lag);
    state.set_count(prefix + "_living", static_cast<std::int64_t>(living_.size()));
    state.set(prefix + "_means", means.numbers());
    state.set(prefix + "_values", values.numbers());
}

void CorrelationAverages::restore(const std::string& prefix, const OutputState& state) {
    PackedLists means(state.numbers(prefix + "_means"));
    PackedLists values(state.numbers(prefix + "_values"));
    for (std::size_t g = 0; g < groups(); ++g) {
        for (BlockedMean& mean : means_[g]) mean = means.take_mean();
        diffusion_means_[g] = means.take_mean();
    }
    living_.clear();
    for (std::int64_t n = state.count(prefix + "_living"); n > 0; --n) {
        begin_origin();
        for (std::vector<double>& by_lag : living_.back()) by_lag = values.take(window_ + 1);
    }
}

} // namespace mdsim
