// SPDX-License-Identifier: BSD-3-Clause
#include <bit>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "cpu/simd/elementary_arguments.hpp"
#include "cpu/simd/lanes_of_levels.hpp"
#include "support/catch.hpp"

using namespace mdsim;
using namespace mdsim::test;

TEMPLATE_TEST_CASE("elementary functions of packs have the bits of those of numbers",
                   "[simd][math]", float, double) {
    using Real = TestType;
    using Bits = std::conditional_t<sizeof(Real) == 4, std::uint32_t, std::uint64_t>;
    constexpr std::size_t count = 1024 * lanes_padding;
    for (int k = 0; k < elementary_count; ++k) {
        const auto function = static_cast<Elementary>(k);
        const auto x = elementary_arguments<Real>(function, count);
        const auto y = elementary_arguments<Real>(Elementary::exponential, count);
        for (const LevelLanes<Real>& lanes : lanes_of_levels<Real>()) {
            std::vector<Real> found(count);
            lanes.evaluate(function, x.data(), y.data(), found.data(), count);
            int differing = 0;
            for (std::size_t i = 0; i < count; ++i)
                differing += std::bit_cast<Bits>(found[i]) !=
                             std::bit_cast<Bits>(evaluate(function, x[i], y[i]));
            INFO("function " << k << ", " << name_of(lanes.level));
            CHECK(differing == 0);
        }
    }
}
