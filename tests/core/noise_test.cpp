// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <tuple>

#include "core/noise.hpp"
#include "support/catch.hpp"

using namespace mdsim;

namespace {

std::tuple<std::uint32_t, std::uint32_t> first_words(const NoiseKey& key, std::uint32_t block = 0) {
    const PhiloxBlock bits = random_bits(key, block);
    return {bits.word[0], bits.word[1]};
}

} // namespace

TEST_CASE("uniform numbers stay inside (0, 1)", "[noise]") {
    CHECK(uniform(0u) > 0.0f);
    CHECK(uniform(0xffffffffu) < 1.0f);
    CHECK(uniform(0u, 0u) > 0.0);
    CHECK(uniform(0xffffffffu, 0xffffffffu) < 1.0);
    CHECK(uniform(0u, 0u) == 1.0 - uniform(0xffffffffu, 0xffffffffu));
    CHECK(uniform(0x80000000u) == Approx(0.5).epsilon(1e-7));
}

TEST_CASE("every part of the key changes the noise", "[noise]") {
    const NoiseKey base{12345, 678, 910, NoisePurpose::langevin};
    std::set<std::tuple<std::uint32_t, std::uint32_t>> seen;
    seen.insert(first_words(base));
    seen.insert(first_words(base, 1));
    for (int bit = 0; bit < 64; ++bit) {
        NoiseKey key = base;
        key.seed ^= std::uint64_t{1} << bit;
        seen.insert(first_words(key));
        key = base;
        key.step =
            static_cast<Step>(static_cast<std::uint64_t>(base.step) ^ (std::uint64_t{1} << bit));
        seen.insert(first_words(key));
    }
    for (int bit = 0; bit < 48; ++bit) {
        NoiseKey key = base;
        key.id ^= ParticleId{1} << bit;
        seen.insert(first_words(key));
    }
    NoiseKey other = base;
    other.purpose = NoisePurpose::initial_velocity;
    seen.insert(first_words(other));
    CHECK(seen.size() == 2 + 2 * 64 + 48 + 1);
    CHECK(first_words(base) == first_words(NoiseKey{12345, 678, 910, NoisePurpose::langevin}));
}

TEMPLATE_TEST_CASE("Gaussian triples have the moments of the normal distribution", "[noise]", float,
                   double) {
    constexpr int n = 400000;
    std::array<double, 5> moment{};
    double cross = 0;     // between the components of one triple
    double next_step = 0; // between steps
    double next_id = 0;   // between particles
    double largest = 0;
    for (int i = 0; i < n; ++i) {
        const NoiseKey key{7, i % 1000, i / 1000, NoisePurpose::langevin};
        const NoiseKey later{7, i % 1000, i / 1000 + 1, NoisePurpose::langevin};
        const NoiseKey beside{7, i % 1000 + 1, i / 1000, NoisePurpose::langevin};
        const Vec3<TestType> g = gaussian_triple<TestType>(key);
        for (int k = 0; k < 3; ++k) {
            const double x = g[k];
            moment[1] += x;
            moment[2] += x * x;
            moment[3] += x * x * x;
            moment[4] += x * x * x * x;
            largest = std::max(largest, std::abs(x));
        }
        cross += g.x * g.y + g.y * g.z + g.z * g.x;
        next_step += dot(g, gaussian_triple<TestType>(later));
        next_id += dot(g, gaussian_triple<TestType>(beside));
    }
    const double count = 3.0 * n;
    const double sigma = 1 / std::sqrt(count); // of a mean of unit variance; limits are 4.5 of them
    CHECK(std::abs(moment[1] / count) < 4.5 * sigma);
    CHECK(std::abs(moment[2] / count - 1) < 4.5 * sigma * std::sqrt(2.0));
    CHECK(std::abs(moment[3] / count) < 4.5 * sigma * std::sqrt(15.0));
    CHECK(std::abs(moment[4] / count - 3) < 4.5 * sigma * std::sqrt(96.0));
    CHECK(std::abs(cross / count) < 4.5 * sigma);
    CHECK(std::abs(next_step / count) < 4.5 * sigma);
    CHECK(std::abs(next_id / count) < 4.5 * sigma);
    CHECK(largest > 4);
    CHECK(largest < 7);
}

TEST_CASE("Gaussian numbers follow the normal distribution function", "[noise]") {
    constexpr int n = 200000;
    for (const double limit : {-2.5, -1.0, -0.3, 0.0, 0.7, 1.6, 3.0}) {
        int below = 0;
        for (int i = 0; i < n; ++i)
            below += gaussian_triple<float>({99, i, 5, NoisePurpose::initial_velocity}).z < limit;
        const double p = 0.5 * std::erfc(-limit / std::sqrt(2.0));
        CHECK(std::abs(below - n * p) < 4.5 * std::sqrt(n * p * (1 - p)));
    }
}
