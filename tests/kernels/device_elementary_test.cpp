// SPDX-License-Identifier: BSD-3-Clause
#include <bit>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "cpu/simd/elementary_arguments.hpp"
#include "kernels/elementary_on_device.hpp"
#include "support/catch.hpp"

using namespace mdsim;
using namespace mdsim::test;

TEMPLATE_TEST_CASE("elementary functions have the bits of the host on a device", "[math]", float,
                   double) {
    using Real = TestType;
    using Bits = std::conditional_t<sizeof(Real) == 4, std::uint32_t, std::uint64_t>;
    constexpr std::size_t count = 1 << 18;
    for (int k = 0; k < elementary_count; ++k) {
        const auto function = static_cast<Elementary>(k);
        const auto x = elementary_arguments<Real>(function, count);
        const auto y = elementary_arguments<Real>(Elementary::exponential, count);
        const std::vector<Real> found = evaluated_on_device(function, x, y);
        int differing = 0;
        for (std::size_t i = 0; i < count; ++i)
            differing += std::bit_cast<Bits>(found[i]) !=
                         std::bit_cast<Bits>(evaluate(function, x[i], y[i]));
        INFO("function " << k);
        CHECK(differing == 0);
    }
}
