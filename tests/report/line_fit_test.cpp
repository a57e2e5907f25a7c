// SPDX-License-Identifier: BSD-3-Clause
#include "report/line_fit.hpp"

#include <cmath>
#include <random>
#include <vector>

#include "support/catch.hpp"

using namespace mdsim;

namespace {

/// Noise of unit variance whose neighbours are correlated by `memory`, the same everywhere.
std::vector<double> noise(std::size_t count, double memory, unsigned seed) {
    std::mt19937 bits(seed);
    const auto uniform = [&] { return (static_cast<double>(bits()) + 0.5) / 4294967296.0; };
    const auto normal = [&] {
        return std::sqrt(-2 * std::log(uniform())) * std::cos(6.283185307179586 * uniform());
    };
    std::vector<double> values;
    double value = normal();
    for (std::size_t i = 0; i < count; ++i) {
        values.push_back(value);
        value = memory * value + std::sqrt(1 - memory * memory) * normal();
    }
    return values;
}

LineFit fit_of(const std::vector<double>& values) {
    LineFit fit;
    for (std::size_t i = 0; i < values.size(); ++i) fit.add(static_cast<double>(i), values[i]);
    return fit;
}

/// How far slopes of lines through noise scatter, and the error that the fits tell.
struct Scatter {
    double found = 0;
    double told = 0;
};

Scatter scatter_of(std::size_t count, double memory) {
    constexpr unsigned trials = 200;
    Scatter s;
    for (unsigned seed = 1; seed <= trials; ++seed) {
        const LineFit fit = fit_of(noise(count, memory, seed));
        s.found += fit.slope() * fit.slope() / trials;
        s.told += fit.slope_error() * fit.slope_error() / trials;
    }
    return {std::sqrt(s.found), std::sqrt(s.told)};
}

} // namespace

TEST_CASE("a line is found, however far from the origin it lies") {
    LineFit fit;
    for (int i = 0; i < 1000; ++i) fit.add(1e9 + 50.0 * i, -1e7 + 1e-3 * i);
    CHECK(fit.slope() == Approx(2e-5).epsilon(1e-6));
    CHECK(fit.mean() == Approx(-1e7 + 0.4995).epsilon(1e-12));
    CHECK(fit.slope_error() < 1e-10);
    CHECK(fit.points() == 1000);
}

TEST_CASE("few points have no slope, or no error of it") {
    LineFit fit;
    CHECK(std::isnan(fit.mean()));
    fit.add(1, 5);
    CHECK(std::isnan(fit.slope()));
    CHECK(fit.mean() == 5);
    fit.add(3, 6);
    CHECK(fit.slope() == Approx(0.5));
    CHECK(std::isnan(fit.slope_error()));
    fit.add(5, 9);
    CHECK(fit.slope() == Approx(1));
    // Residuals 1/3, -2/3, 1/3 with one degree of freedom; squared distances from the mean sum
    // to 8.
    CHECK(fit.slope_error() == Approx(std::sqrt(2.0 / 3 / 8)));
    LineFit upright;
    upright.add(1, 2);
    upright.add(1, 3);
    CHECK(std::isnan(upright.slope()));
}

TEST_CASE("the error is that with which slopes scatter, also of correlated points") {
    for (const double memory : {0.0, 0.5, 0.9})
        for (const std::size_t count : {100u, 1000u, 5000u}) {
            INFO(memory << ", " << count);
            const Scatter s = scatter_of(count, memory);
            // Few points that remember long tell less of their error.
            CHECK(s.told > (memory == 0.9 && count == 100 ? 0.5 : 0.85) * s.found);
            CHECK(s.told < 1.5 * s.found);
        }
}

TEST_CASE("a fit that goes on from its numbers has the same bits") {
    const std::vector<double> values = noise(500, 0.7, 3);
    const LineFit whole = fit_of(values);
    for (std::size_t cut = 0; cut <= values.size(); cut += 7) {
        LineFit first;
        for (std::size_t i = 0; i < cut; ++i) first.add(static_cast<double>(i), values[i]);
        LineFit second = LineFit::from(first.numbers());
        for (std::size_t i = cut; i < values.size(); ++i)
            second.add(static_cast<double>(i), values[i]);
        CHECK(second.numbers() == whole.numbers());
        CHECK(second.slope_error() == whole.slope_error());
    }
    CHECK(whole.numbers().size() < 11 + 2 * 64);
}

TEST_CASE("numbers that are none of a fit give a fresh one") {
    for (const std::vector<double>& numbers :
         {std::vector<double>{}, std::vector<double>(10, 1.0), std::vector<double>(12, 1.0)})
        CHECK(LineFit::from(numbers).points() == 0);
}
