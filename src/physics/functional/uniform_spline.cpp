// SPDX-License-Identifier: BSD-3-Clause
#include "physics/functional/uniform_spline.hpp"

#include "core/contract.hpp"

namespace mdsim {

namespace {

/// The slope at a knot, per step.
double knot_slope(std::span<const double> f, std::size_t k) {
    const std::size_t last = f.size() - 1;
    if (k == 0) return f[1] - f[0];
    if (k == last) return f[last] - f[last - 1];
    if (k == 1 || k == last - 1) return 0.5 * (f[k + 1] - f[k - 1]);
    return ((f[k - 2] - f[k + 2]) + 8.0 * (f[k + 1] - f[k - 1])) / 12.0;
}

} // namespace

std::vector<double> spline_coefficients(std::span<const double> values) {
    MDSIM_REQUIRE(values.size() >= least_knots);
    std::vector<double> coefficients;
    coefficients.reserve(spline_numbers * (values.size() - 1));
    for (std::size_t k = 0; k + 1 < values.size(); ++k) {
        const double rise = values[k + 1] - values[k];
        const double here = knot_slope(values, k);
        const double next = knot_slope(values, k + 1);
        for (const double c : {values[k], here, 3 * rise - 2 * here - next, here + next - 2 * rise})
            coefficients.push_back(c);
    }
    return coefficients;
}

} // namespace mdsim
