// SPDX-License-Identifier: BSD-3-Clause
#include "physics/functional/eam_params.hpp"

#include <algorithm>
#include <cmath>

#include "core/contract.hpp"

namespace mdsim {

namespace {

/// The value at a place given in steps, on straight lines between the points.
double on_lines(const std::vector<double>& f, double steps) {
    const double last = static_cast<double>(f.size()) - 2;
    const double interval = std::clamp(std::floor(steps), 0.0, last);
    const auto k = static_cast<std::size_t>(interval);
    return f[k] + (steps - interval) * (f[k + 1] - f[k]);
}

} // namespace

double reference_distance(const EamParams& p) {
    MDSIM_REQUIRE(p.tables != nullptr);
    constexpr double close_packed = 12; // nearest neighbours
    const EamTables& t = *p.tables;
    const std::size_t like = t.pair(p.own, p.own);
    double lowest = 0, place = t.cutoff / 2;
    for (std::size_t k = 1; k < t.density[like].size(); ++k) {
        const double r = static_cast<double>(k) * t.spacing;
        if (r >= t.cutoff) break;
        const double steps = close_packed * t.density[like][k] / t.density_spacing;
        if (!(steps >= 0 && steps < static_cast<double>(t.embedding[p.own].size() - 1))) continue;
        const double energy =
            on_lines(t.embedding[p.own], steps) + close_packed / 2 * t.pair_times_r[like][k] / r;
        if (energy < lowest) {
            lowest = energy;
            place = r;
        }
    }
    return place;
}

} // namespace mdsim
