// SPDX-License-Identifier: BSD-3-Clause
#include "cpu/add_numbers.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include "core/noise.hpp"
#include "support/catch.hpp"

using namespace mdsim;

namespace {

/// So many numbers of about this size.
std::vector<double> numbers_of(std::size_t count, double size) {
    std::vector<double> numbers;
    for (std::int64_t k = 0; numbers.size() < count; ++k)
        numbers.push_back(size *
                          gaussian_triple<double>({5, 0, k, NoisePurpose::initial_velocity}).x);
    return numbers;
}

FixedSum one_by_one(const std::vector<double>& numbers, FixedScale scale) {
    FixedSum sum(scale);
    for (const double value : numbers) sum.add(value);
    return sum;
}

FixedSum together(const std::vector<double>& numbers, FixedScale scale) {
    FixedSum sum(scale);
    add_numbers<DoublePrecision>(numbers, sum);
    return sum;
}

} // namespace

TEST_CASE("numbers are added together as one by one") {
    for (const FixedScale scale : {fixed_scale::virial, fixed_scale::momentum})
        for (const std::size_t count : {std::size_t{0}, std::size_t{16}, std::size_t{4096}})
            for (const double size : {1e-17, 1e-13, 1e-3, 1.0, 3e4, 2e9, 1e13, 1e20}) {
                CAPTURE(scale.bits, count, size);
                const std::vector<double> numbers = numbers_of(count, size);
                CHECK(together(numbers, scale) == one_by_one(numbers, scale));
            }
}

TEST_CASE("halves are rounded to even, and bounds keep their numbers") {
    constexpr FixedScale scale{1};
    const double steps = 0.5; // of two to a unit
    std::vector<double> numbers;
    for (const double whole : {0.0, 1.0, 2.0, 7.0, 0x1p31, 0x1p32, 0x1p33, 0x1p51, 0x1p52})
        for (const double sign : {-1.0, 1.0})
            for (const double off : {-0.5, -0.25, 0.0, 0.5})
                numbers.push_back(sign * (whole + off) * steps);
    while (numbers.size() % whole_parts_step != 0) numbers.push_back(-0.0);
    CHECK(together(numbers, scale) == one_by_one(numbers, scale));
    for (const double edge : {0x1p61, 0x1p71, 0x1p72, 0x1p73, 0x1p94, -0x1p72, -0x1p80}) {
        CAPTURE(edge);
        numbers[3] = edge * steps;
        CHECK(together(numbers, scale) == one_by_one(numbers, scale));
    }
}

TEST_CASE("numbers that are out of range together are reported as one by one") {
    for (const double wrong : {std::numeric_limits<double>::quiet_NaN(),
                               std::numeric_limits<double>::infinity(), -1e40}) {
        std::vector<double> numbers = numbers_of(32, 1.0);
        numbers[17] = wrong;
        const FixedSum sum = together(numbers, fixed_scale::energy);
        CHECK(sum.saturated());
        CHECK(sum == one_by_one(numbers, fixed_scale::energy));
    }
}
