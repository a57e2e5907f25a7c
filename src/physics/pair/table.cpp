// SPDX-License-Identifier: BSD-3-Clause
#include "physics/pair/table.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "core/contract.hpp"

namespace mdsim {

namespace {

constexpr int fewest_intervals = 1024;
constexpr int most_intervals = 16384;
constexpr std::size_t most_own_rows = 65536;

/// Whether the rows are evenly spaced in r^2, to a hundredth of a step.
bool evenly_spaced_in_square(const std::vector<double>& r, double spacing) {
    for (std::size_t i = 0; i < r.size(); ++i) {
        const double expected = r[0] * r[0] + static_cast<double>(i) * spacing;
        if (std::abs(r[i] * r[i] - expected) > 0.01 * spacing) return false;
    }
    return true;
}

struct EnergyAndSlope {
    double energy;
    double slope; ///< dV/dr
};

/// Cubic Hermite interpolation of the rows in r; Abramowitz and Stegun (1964), section 25.2.
EnergyAndSlope interpolate(const TableCurve& curve, double r) {
    MDSIM_EXPECT(r > 0);
    const auto above = std::upper_bound(curve.r.begin() + 1, curve.r.end() - 1, r);
    const auto i = static_cast<std::size_t>(above - curve.r.begin() - 1);
    const double h = curve.r[i + 1] - curve.r[i];
    const double t = std::clamp((r - curve.r[i]) / h, 0.0, 1.0);
    const double d0 = -curve.force[i] * h;
    const double d1 = -curve.force[i + 1] * h;
    const double rise = curve.energy[i + 1] - curve.energy[i];
    const double c2 = 3 * rise - 2 * d0 - d1;
    const double c3 = d0 + d1 - 2 * rise;
    return {curve.energy[i] + t * (d0 + t * (c2 + t * c3)), (d0 + t * (2 * c2 + 3 * t * c3)) / h};
}

} // namespace

TableGrid table_grid(const TableCurve& curve) {
    MDSIM_REQUIRE(curve.r.size() >= 2 && curve.r.front() > 0);
    MDSIM_EXPECT(std::is_sorted(curve.r.begin(), curve.r.end(), std::less_equal<>()));
    const double first = curve.r.front() * curve.r.front();
    const double span = curve.r.back() * curve.r.back() - first;
    const auto rows = static_cast<double>(curve.r.size());
    if (curve.r.size() <= most_own_rows && evenly_spaced_in_square(curve.r, span / (rows - 1)))
        return {first, span / (rows - 1), static_cast<int>(curve.r.size()) - 1};

    double closest = span;
    for (std::size_t i = 1; i < curve.r.size(); ++i)
        closest = std::min(closest, curve.r[i] * curve.r[i] - curve.r[i - 1] * curve.r[i - 1]);
    const double wanted = std::ceil(span / closest);
    const int intervals =
        static_cast<int>(std::clamp<double>(wanted, fewest_intervals, most_intervals));
    return {first, span / intervals, intervals};
}

std::vector<double> table_samples(const TableCurve& curve) {
    MDSIM_REQUIRE(curve.energy.size() == curve.r.size() && curve.force.size() == curve.r.size());
    const TableGrid grid = table_grid(curve);
    const auto node = [&](int i) {
        const double r = std::sqrt(grid.first + i * grid.spacing);
        EnergyAndSlope at = interpolate(curve, r);
        at.slope *= grid.spacing / (2 * r); // dV/ds, per step of the grid
        return at;
    };
    std::vector<double> samples;
    samples.reserve(static_cast<std::size_t>(grid.intervals) * Table<double>::samples_per_interval);
    EnergyAndSlope left = node(0);
    for (int i = 0; i < grid.intervals; ++i) {
        const EnergyAndSlope right = node(i + 1);
        const double rise = right.energy - left.energy;
        samples.push_back(left.energy);
        samples.push_back(left.slope);
        samples.push_back(3 * rise - 2 * left.slope - right.slope);
        samples.push_back(left.slope + right.slope - 2 * rise);
        left = right;
    }
    return samples;
}

double largest_cutoff(const TableParams& p) { return p.curve.r.empty() ? 0 : p.curve.r.back(); }

PotentialScale scale_of(const TableParams& p, double cutoff) {
    PotentialScale scale;
    const TableCurve& curve = p.curve;
    MDSIM_EXPECT(!curve.r.empty());
    scale.first_row = curve.r.front();
    std::size_t deepest = curve.r.size();
    for (std::size_t i = 0; i < curve.r.size() && curve.r[i] < cutoff; ++i) {
        if (-curve.energy[i] > scale.energy) {
            scale.energy = -curve.energy[i];
            deepest = i;
        }
    }
    for (std::size_t i = deepest; i > 0 && deepest < curve.r.size(); --i) {
        const double inner = curve.energy[i - 1];
        const double outer = curve.energy[i];
        if (inner < 0) continue;
        scale.length = curve.r[i - 1] + (curve.r[i] - curve.r[i - 1]) * inner / (inner - outer);
        break;
    }
    return scale;
}

} // namespace mdsim
