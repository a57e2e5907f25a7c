// SPDX-License-Identifier: BSD-3-Clause
#include "session/observables/layer_averages.hpp"

#include <limits>
#include <utility>

#include "core/contract.hpp"

namespace mdsim {

namespace {

constexpr std::size_t of_motion = layer_sum_count;

std::size_t quantities_of(const Layers& layers, std::size_t types, std::size_t of_box) {
    return of_box + layers.count * (2 * types + of_motion);
}

double ratio(double value, double by) {
    return by > 0 ? value / by : std::numeric_limits<double>::quiet_NaN();
}

} // namespace

LayerAverages::LayerAverages(const Layers& layers, std::vector<double> mass, double heat_share)
    : layers_(layers), mass_(std::move(mass)), heat_share_(heat_share),
      sums_(quantities_of(layers, mass_.size(), of_box)) {
    MDSIM_EXPECT(layers.count > 0 && !mass_.empty() && heat_share > 0);
}

void LayerAverages::add(const LayerSums& sums, const Box& box) {
    MDSIM_EXPECT(sums.types == types() && sums.atoms.size() == layers_.count * types());
    const double height = box.heights()[layers_.axis];
    const double volume = box.volume() / layers_.count;
    std::vector<double> sample{-box.to_fraction({0, 0, 0})[layers_.axis] * height, height};
    for (std::size_t layer = 0; layer < layers_.count; ++layer) {
        for (std::size_t t = 0; t < types(); ++t) {
            const auto atoms = static_cast<double>(sums.atoms[layer * types() + t]);
            sample.push_back(atoms / volume);
            sample.push_back(atoms);
        }
        for (std::size_t k = 0; k < of_motion; ++k)
            sample.push_back(sums.motion[layer * of_motion + k].value());
    }
    sums_.add(sample);
}

LayerAverages::Profile LayerAverages::profile() const {
    using Means = BlockSums::Means;
    const std::vector<double> totals = sums_.totals();
    const auto estimate = [&](const auto& of) { return sums_.estimate(totals, of); };
    Profile p;
    p.density.resize(types());
    p.velocity.resize(3);
    for (std::size_t layer = 0; layer < layers_.count; ++layer) {
        const std::size_t first = first_of(layer), motion = first + 2 * types();
        const double middle = (static_cast<double>(layer) + 0.5) / layers_.count;
        p.position.push_back(estimate([&](const Means& m) { return m[0] + middle * m[1]; }).value);
        const auto sum_over_types = [&](const Means& m, std::size_t which, auto weight) {
            double sum = 0;
            for (std::size_t t = 0; t < types(); ++t) sum += weight(t) * m[first + 2 * t + which];
            return sum;
        };
        const auto one = [](std::size_t) { return 1.0; };
        const auto mass_of = [&](const Means& m) {
            return sum_over_types(m, 1, [&](std::size_t t) { return mass_[t]; });
        };
        for (std::size_t t = 0; t < types(); ++t)
            p.density[t].push_back(estimate([&](const Means& m) { return m[first + 2 * t]; }));
        p.number_density.push_back(
            estimate([&](const Means& m) { return sum_over_types(m, 0, one); }));
        for (std::size_t d = 0; d < 3; ++d)
            p.velocity[d].push_back(
                estimate([&](const Means& m) { return ratio(m[motion + d], mass_of(m)); }));
        p.temperature.push_back(estimate([&](const Means& m) {
            const Vec3<double> momentum{m[motion], m[motion + 1], m[motion + 2]};
            const double flow = ratio(dot(momentum, momentum), mass_of(m));
            return heat_share_ * ratio(m[motion + 3] - flow, 3 * sum_over_types(m, 1, one));
        }));
    }
    return p;
}

void LayerAverages::save(const std::string& prefix, OutputState& state) const {
    state.set(prefix + "_blocks", sums_.numbers());
}

void LayerAverages::restore(const std::string& prefix, const OutputState& state) {
    sums_ =
        BlockSums::from(quantities_of(layers_, types(), of_box), state.numbers(prefix + "_blocks"));
}

} // namespace mdsim
