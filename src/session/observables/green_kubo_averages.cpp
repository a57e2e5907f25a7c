// SPDX-License-Identifier: BSD-3-Clause
#include "session/observables/green_kubo_averages.hpp"

#include <cmath>
#include <numeric>
#include <string>

#include "core/contract.hpp"
#include "core/error.hpp"
#include "session/observables/packed_lists.hpp"

namespace mdsim {

GreenKuboAverages::GreenKuboAverages(std::size_t window, std::int64_t interval, double spacing,
                                     std::size_t components, int power)
    : interval_(interval), spacing_(spacing), components_(components), power_(power),
      products_(window + 1), integrals_(window + 1) {
    MDSIM_EXPECT(window > 0 && interval > 0 && spacing > 0 && components > 0 && power > 0);
}

void GreenKuboAverages::add(std::span<const double> current, double temperature) {
    MDSIM_EXPECT(current.size() == components_);
    if (latest_.size() == lags()) latest_.pop_front();
    latest_.emplace_back(current.begin(), current.end());
    temperature_.add(temperature);
    const std::int64_t oldest = samples() - static_cast<std::int64_t>(lags());
    if (oldest >= 0 && oldest % interval_ == 0) take_origin();
}

/// The trapezoidal rule makes the integral.
void GreenKuboAverages::take_origin() {
    const std::vector<double>& start = latest_.front();
    std::vector<double> products(lags()), integrals(lags());
    for (std::size_t lag = 0; lag < lags(); ++lag) {
        products[lag] = std::inner_product(start.begin(), start.end(), latest_[lag].begin(), 0.0);
        if (lag > 0)
            integrals[lag] =
                integrals[lag - 1] + 0.5 * spacing_ * (products[lag - 1] + products[lag]);
    }
    products_.add(products);
    integrals_.add(integrals);
}

MeanWithError GreenKuboAverages::scaled(const BlockedMean& mean) const {
    const double divisor = std::pow(temperature_.mean(), power_);
    return {mean.mean() / divisor, mean.standard_error() / divisor};
}

MeanWithError GreenKuboAverages::correlation(std::size_t lag) const {
    return scaled(products_.of(lag));
}

MeanWithError GreenKuboAverages::coefficient(std::size_t lag) const {
    return scaled(integrals_.of(lag));
}

void GreenKuboAverages::save(const std::string& prefix, OutputState& state) const {
    PackedLists means, latest;
    means.add(temperature_.numbers());
    for (std::size_t lag = 0; lag < lags(); ++lag) {
        means.add(products_.numbers(lag));
        means.add(integrals_.numbers(lag));
    }
    for (const std::vector<double>& current : latest_) latest.add(current);
    state.set_count(prefix + "_latest_count", static_cast<std::int64_t>(latest_.size()));
    state.set(prefix + "_means", means.numbers());
    state.set(prefix + "_latest", latest.numbers());
}

void GreenKuboAverages::restore(const std::string& prefix, const OutputState& state) {
    PackedLists means(state.numbers(prefix + "_means"));
    PackedLists latest(state.numbers(prefix + "_latest"));
    temperature_ = means.take_mean();
    std::vector<std::vector<double>> products, integrals;
    for (std::size_t lag = 0; lag < lags(); ++lag) {
        products.push_back(means.take_numbers_of_mean());
        integrals.push_back(means.take_numbers_of_mean());
    }
    products_ = BlockedMeans::from(products);
    integrals_ = BlockedMeans::from(integrals);
    const std::int64_t count = state.count(prefix + "_latest_count");
    if (count < 0 || count > static_cast<std::int64_t>(lags()))
        throw InputError("checkpoint", "it holds more samples than the window of " + prefix);
    latest_.clear();
    for (std::int64_t n = 0; n < count; ++n) {
        latest_.push_back(latest.take(components_));
        if (latest_.back().size() != components_)
            throw InputError("checkpoint", "a sample of " + prefix + " that it holds is damaged");
    }
}

} // namespace mdsim
