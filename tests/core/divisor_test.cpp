// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <random>

#include "core/divisor.hpp"
#include "support/catch.hpp"

using namespace mdsim;

TEST_CASE("a divisor gives the bits of a division", "[divisor]") {
    std::mt19937_64 random(20);
    std::uniform_real_distribution<double> mantissa(1, 2);
    std::uniform_int_distribution<int> exponent(-200, 200);
    const auto number = [&] { return std::ldexp(mantissa(random), exponent(random)); };
    std::int64_t wrong = 0;
    for (int i = 0; i < 20000; ++i) {
        const double by = number();
        const Divisor divisor(by);
        for (int k = 0; k < 100; ++k) {
            const double x = k % 2 == 0 ? number() : -number();
            if (divisor.divide(x) != x / by) ++wrong;
        }
    }
    CHECK(wrong == 0);
}

TEST_CASE("a divisor gives the bits of a division where mantissas are at their ends", "[divisor]") {
    const double ends[] = {1,
                           std::nextafter(1.0, 2),
                           std::nextafter(2.0, 1),
                           std::nextafter(1.5, 2),
                           std::nextafter(1.5, 1),
                           std::nextafter(4.0, 1)};
    for (const double by : ends)
        for (const double x : ends) CHECK(Divisor(by).divide(x) == x / by);
    CHECK(Divisor(3).divide(0.0) == 0.0);
}
