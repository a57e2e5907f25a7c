// SPDX-License-Identifier: BSD-3-Clause
#include "physics/functional/eam_samples.hpp"

#include "physics/functional/uniform_spline.hpp"

namespace mdsim {

std::vector<double> cubics_to_the_edge(const std::vector<double>& values) {
    std::vector<double> c = spline_coefficients(values);
    const std::size_t last = values.size() - 1;
    for (const double number : {values[last], values[last] - values[last - 1], 0.0, 0.0})
        c.push_back(number);
    return c;
}

namespace {

/// The slopes of cubics, per length.
std::vector<double> slopes(const std::vector<double>& values, double spacing) {
    std::vector<double> c = cubics_to_the_edge(values);
    for (std::size_t k = 0; k < c.size(); k += spline_numbers) {
        const double slope[spline_numbers] = {c[k + 1], 2 * c[k + 2], 3 * c[k + 3], 0};
        for (std::size_t i = 0; i < spline_numbers; ++i) c[k + i] = slope[i] / spacing;
    }
    return c;
}

/// How many numbers a function has.
std::size_t length(const EamParams& p) { return spline_numbers * p.density().size(); }

} // namespace

std::size_t eam_forces_at(const EamParams& p) { return length(p); }

std::size_t eam_other_slopes_at(const EamParams& p) { return 3 * length(p); }

std::vector<double> eam_samples(const EamParams& p) {
    std::vector<double> numbers = cubics_to_the_edge(p.density());
    const std::vector<double> pair = cubics_to_the_edge(p.pair_times_r());
    const std::vector<double> slope = slopes(p.density(), p.tables->spacing);
    for (std::size_t k = 0; k < length(p); k += spline_numbers)
        for (const std::vector<double>* function : {&pair, &slope})
            for (std::size_t i = 0; i < spline_numbers; ++i) numbers.push_back((*function)[k + i]);
    const std::vector<double> other = slopes(reversed(p).density(), p.tables->spacing);
    numbers.insert(numbers.end(), other.begin(), other.end());
    return numbers;
}

} // namespace mdsim
