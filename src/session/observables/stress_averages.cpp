// SPDX-License-Identifier: BSD-3-Clause
#include "session/observables/stress_averages.hpp"

#include <cmath>
#include <span>
#include <string>

#include "core/contract.hpp"
#include "core/error.hpp"
#include "session/observables/packed_lists.hpp"

namespace mdsim {

namespace {

/// a : b of symmetric tensors given by six numbers, the diagonal first.
double contracted(const std::array<double, 6>& a, const std::array<double, 6>& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + 2 * (a[3] * b[3] + a[4] * b[4] + a[5] * b[5]);
}

} // namespace

StressAverages::StressAverages(std::size_t window, std::int64_t interval, double spacing)
    : interval_(interval), spacing_(spacing), products_(window + 1), integrals_(window + 1) {
    MDSIM_EXPECT(window > 0 && interval > 0 && spacing > 0);
}

void StressAverages::add(const Thermo& thermo) {
    MDSIM_EXPECT(thermo.volume > 0);
    const double root = std::sqrt(thermo.volume);
    const double pressure = thermo.pressure();
    Stress stress{};
    for (std::size_t i = 0; i < stress.size(); ++i)
        stress[i] = root * (thermo.pressure_tensor[i] - (i < 3 ? pressure : 0));
    if (latest_.size() == lags()) latest_.pop_front();
    latest_.push_back(stress);
    temperature_.add(thermo.temperature);
    const std::int64_t oldest = samples() - static_cast<std::int64_t>(lags());
    if (oldest >= 0 && oldest % interval_ == 0) take_origin();
}

/// The trapezoidal rule makes the integral.
void StressAverages::take_origin() {
    constexpr double components = 10; // what a : b is of one shear component of an isotropic fluid
    double integral = 0;
    double before = 0;
    for (std::size_t lag = 0; lag < lags(); ++lag) {
        const double product = contracted(latest_.front(), latest_[lag]) / components;
        if (lag > 0) integral += 0.5 * spacing_ * (before + product);
        products_[lag].add(product);
        integrals_[lag].add(integral);
        before = product;
    }
}

MeanWithError StressAverages::scaled(const BlockedMean& mean) const {
    const double temperature = temperature_.mean();
    return {mean.mean() / temperature, mean.standard_error() / temperature};
}

MeanWithError StressAverages::modulus(std::size_t lag) const { return scaled(products_.at(lag)); }

MeanWithError StressAverages::viscosity(std::size_t lag) const {
    return scaled(integrals_.at(lag));
}

void StressAverages::save(const std::string& prefix, OutputState& state) const {
    PackedLists means, latest;
    means.add(temperature_.numbers());
    for (std::size_t lag = 0; lag < lags(); ++lag) {
        means.add(products_[lag].numbers());
        means.add(integrals_[lag].numbers());
    }
    for (const Stress& stress : latest_) latest.add(stress);
    state.set_count(prefix + "_latest_count", static_cast<std::int64_t>(latest_.size()));
    state.set(prefix + "_means", means.numbers());
    state.set(prefix + "_latest", latest.numbers());
}

void StressAverages::restore(const std::string& prefix, const OutputState& state) {
    PackedLists means(state.numbers(prefix + "_means"));
    PackedLists latest(state.numbers(prefix + "_latest"));
    temperature_ = means.take_mean();
    for (std::size_t lag = 0; lag < lags(); ++lag) {
        products_[lag] = means.take_mean();
        integrals_[lag] = means.take_mean();
    }
    const std::int64_t count = state.count(prefix + "_latest_count");
    if (count < 0 || count > static_cast<std::int64_t>(lags()))
        throw InputError("checkpoint", "it holds more stresses than its window has");
    latest_.clear();
    for (std::int64_t n = 0; n < count; ++n) {
        const std::vector<double> numbers = latest.take(Stress().size());
        if (numbers.size() != Stress().size())
            throw InputError("checkpoint", "a stress that it holds is damaged");
        std::copy(numbers.begin(), numbers.end(), latest_.emplace_back().begin());
    }
}

} // namespace mdsim
