// SPDX-License-Identifier: BSD-3-Clause
#include "core/phase.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "support/catch.hpp"

using namespace mdsim;

namespace {

/// The phase in turns.
template <class Bits> long double turns_of(Bits phase) {
    return std::ldexp(static_cast<long double>(phase), -static_cast<int>(8 * sizeof(Bits)));
}

} // namespace

TEMPLATE_TEST_CASE("sine and cosine of a phase are near those of its angle", "[math]",
                   std::uint32_t, std::uint64_t) {
    using Bits = TestType;
    const long double two_pi = 2 * std::acos(-1.0L);
    constexpr Bits step = std::numeric_limits<Bits>::max() / 100003; // odd places, all quadrants
    long double worst = 0;
    for (Bits i = 0; i < 100003; ++i) {
        const Bits phase = i * step + i;
        const auto found = sine_cosine_of_phase(phase);
        const long double angle = two_pi * turns_of(phase);
        worst = std::max({worst, std::abs(found.sine - std::sin(angle)),
                          std::abs(found.cosine - std::cos(angle))});
    }
    INFO("farthest " << static_cast<double>(worst));
    CHECK(worst < (sizeof(Bits) == 4 ? 2e-7L : 4e-12L));
}

TEMPLATE_TEST_CASE("quarter turns are exact, and opposite phases have opposite sines", "[math]",
                   std::uint32_t, std::uint64_t) {
    using Bits = TestType;
    const Bits quarter = Bits{1} << (8 * sizeof(Bits) - 2);
    const double sine[4] = {0, 1, 0, -1};
    for (unsigned k = 0; k < 4; ++k) {
        const auto found = sine_cosine_of_phase(static_cast<Bits>(k * quarter));
        CHECK(static_cast<double>(found.sine) == sine[k]);
        CHECK(static_cast<double>(found.cosine) == sine[(k + 1) % 4]);
    }
    const Bits places[] = {quarter / 3, quarter + quarter / 5, 3 * (quarter / 7)};
    for (const Bits phase : places) {
        const auto there = sine_cosine_of_phase(phase);
        const auto opposite = sine_cosine_of_phase(static_cast<Bits>(Bits{0} - phase));
        CHECK(std::abs(there.sine + opposite.sine) < 2e-7);
        CHECK(std::abs(there.cosine - opposite.cosine) < 2e-7);
    }
}
