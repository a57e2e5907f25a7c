// SPDX-License-Identifier: BSD-3-Clause
#include "session/observables/correlation_averages.hpp"

#include <fmt/format.h>

#include "core/contract.hpp"
#include "core/error.hpp"

namespace mdsim {

namespace {

/// Lists of numbers one after the other, each behind its length.
class PackedLists {
  public:
    PackedLists() = default;
    explicit PackedLists(std::vector<double> numbers) : numbers_(std::move(numbers)) {}

    void add(std::span<const double> list) {
        numbers_.push_back(static_cast<double>(list.size()));
        numbers_.insert(numbers_.end(), list.begin(), list.end());
    }

    /// The next list of at most `most` numbers; throws InputError where there is none.
    std::vector<double> take(std::size_t most) {
        const std::size_t left = numbers_.size() - at_;
        const double size = left > 0 ? numbers_[at_] : -1;
        if (!(size >= 0 && size <= static_cast<double>(most) && size < static_cast<double>(left)))
            throw InputError("checkpoint", "numbers of a correlation function are damaged");
        const auto begin = numbers_.begin() + static_cast<std::ptrdiff_t>(at_) + 1;
        at_ += 1 + static_cast<std::size_t>(size);
        return {begin, begin + static_cast<std::ptrdiff_t>(size)};
    }

    const std::vector<double>& numbers() const { return numbers_; }

  private:
    std::vector<double> numbers_;
    std::size_t at_ = 0;
};

constexpr std::size_t most_numbers_of_mean = 512;

} // namespace

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
        for (BlockedMean& mean : means_[g])
            mean = BlockedMean::from(means.take(most_numbers_of_mean));
        diffusion_means_[g] = BlockedMean::from(means.take(most_numbers_of_mean));
    }
    living_.clear();
    for (std::int64_t n = state.count(prefix + "_living"); n > 0; --n) {
        begin_origin();
        for (std::vector<double>& by_lag : living_.back()) by_lag = values.take(window_ + 1);
    }
}

} // namespace mdsim
