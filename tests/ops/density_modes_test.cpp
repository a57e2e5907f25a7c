// SPDX-License-Identifier: BSD-3-Clause
#include "ops/density_modes.hpp"

#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

#include "cpu/list_cases.hpp"
#include "cpu/simd/level.hpp"
#include "cpu/simd/wave_kernels.hpp"
#include "support/catch.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

const std::vector<WaveVector> some_waves{{0, 0, 1}, {0, 0, 2},  {0, 1, -3},  {0, 1, -2},
                                         {2, 0, 0}, {3, -4, 5}, {17, 9, -20}};

template <class P> OneRank<P> liquid(int types) {
    const Atoms atoms = jittered({9, 8, 7}, types, 0.9);
    return arranged<P>(atoms, in_order(atoms.type.size()), box_of({8, 8.5, 9}, {2, -1, 3}),
                       CellGrid{{2, 2, 2}}, 32);
}

template <class P>
std::complex<double> direct(const OneRank<P>& rank, const WaveVector& n, std::size_t type) {
    std::complex<double> sum = 0;
    for (const LocalCell& cell : rank.cells.cells) {
        for (LocalIndex i = cell.first; cell.owned && i < cell.first + cell.count; ++i) {
            const Site<P>& site = rank.particles.site[i];
            if (static_cast<std::size_t>(site.type) != type) continue;
            const double turns =
                n.x * to_double(site.x) + n.y * to_double(site.y) + n.z * to_double(site.z);
            sum += std::polar(1.0, 2 * std::numbers::pi * turns);
        }
    }
    return sum;
}

} // namespace

TEMPLATE_TEST_CASE("modes of the density are sums over the owned atoms of each type", "[modes]",
                   MixedPrecision, DoublePrecision) {
    for (const int types : {1, 3}) {
        OneRank<TestType> rank = liquid<TestType>(types);
        rank.cells.cells[3].owned = false;
        rank.cells.owned_atoms -= rank.cells.cells[3].count;
        const auto count = static_cast<std::size_t>(types);
        const DensityModes modes = density_modes(rank.particles, rank.cells, count, some_waves);
        const double rounding = std::is_same_v<TestType, MixedPrecision> ? 1e-5 : 1e-8;
        for (std::size_t w = 0; w < some_waves.size(); ++w)
            for (std::size_t t = 0; t < count; ++t) {
                const std::complex<double> expected = direct(rank, some_waves[w], t);
                CHECK(modes.cosine(w, t) == Approx(expected.real()).margin(rounding));
                CHECK(modes.sine(w, t) == Approx(expected.imag()).margin(rounding));
            }
    }
}

TEMPLATE_TEST_CASE("at Bragg vectors the modes of a crystal are all its atoms, elsewhere nothing",
                   "[modes]", MixedPrecision, DoublePrecision) {
    constexpr int cells = 6;
    Atoms atoms;
    for (int i = 0; i < 4 * cells * cells * cells; ++i) {
        const int c = i / 4;
        const Vec3<double> at{c % cells + (i % 4 == 1 || i % 4 == 2 ? 0.5 : 0),
                              c / cells % cells + (i % 4 == 1 || i % 4 == 3 ? 0.5 : 0),
                              c / cells / cells + (i % 4 == 2 || i % 4 == 3 ? 0.5 : 0)};
        atoms.fraction.push_back(1.0 / cells * at);
        atoms.type.push_back(0);
    }
    const OneRank<TestType> rank = arranged<TestType>(atoms, in_order(atoms.type.size()),
                                                      box_of({9, 9, 9}), CellGrid{{2, 2, 2}}, 32);
    std::vector<WaveVector> waves;
    for (int x = 0; x <= 2 * cells; x += 2)
        for (int y = 0; y <= 2 * cells; y += 3)
            for (int z = 1; z <= 2 * cells; ++z) waves.push_back({x, y, z});
    const DensityModes modes = density_modes(rank.particles, rank.cells, 1, waves);
    const auto count = static_cast<double>(atoms.type.size());
    int bragg = 0;
    for (std::size_t w = 0; w < waves.size(); ++w) {
        const WaveVector& n = waves[w];
        const bool whole = n.x % cells == 0 && n.y % cells == 0 && n.z % cells == 0;
        const int h = n.x / cells % 2, k = n.y / cells % 2, l = n.z / cells % 2;
        const bool all_alike = whole && h == k && k == l; // of face-centred cubes
        bragg += all_alike;
        const double square =
            modes.cosine(w, 0) * modes.cosine(w, 0) + modes.sine(w, 0) * modes.sine(w, 0);
        // Fractions of a sixth are rounded, in mixed precision to 2^-32 of the box.
        CHECK(square / count == Approx(all_alike ? count : 0).epsilon(1e-6).margin(1e-6));
    }
    CHECK(bragg >= 2);
}

TEMPLATE_TEST_CASE("modes know no order of atoms, and start anywhere in a list of waves", "[modes]",
                   MixedPrecision, DoublePrecision) {
    const OneRank<TestType> rank = liquid<TestType>(2);
    const DensityModes all = density_modes(rank.particles, rank.cells, 2, some_waves);
    OneRank<TestType> backwards = liquid<TestType>(2);
    const std::size_t last = rank.particles.site.size() - 1;
    for (std::size_t i = 0; i <= last; ++i)
        backwards.particles.site[i] = rank.particles.site[last - i];
    CHECK(density_modes(backwards.particles, rank.cells, 2, some_waves).sums == all.sums);
    for (std::size_t w = 0; w < some_waves.size(); ++w) {
        const DensityModes one = density_modes(rank.particles, rank.cells, 2, {some_waves[w]});
        for (std::size_t k = 0; k < 4; ++k) CHECK(one.sums[k] == all.sums[4 * w + k]);
    }
    CHECK(density_modes(rank.particles, rank.cells, 2, {}).sums.empty());
}

TEMPLATE_TEST_CASE("all instruction sets add up the same modes", "[modes][simd]", std::uint32_t,
                   std::uint64_t) {
    using Bits = TestType;
    constexpr std::size_t count = mode_terms;
    std::vector<Bits> places[3], phase(count);
    for (std::uint64_t d = 0; d < 3; ++d)
        for (std::uint64_t i = 0; i < count; ++i)
            places[d].push_back(
                static_cast<Bits>(std::ldexp(uniform(40 + d, i), 8 * sizeof(Bits))));
    const auto add = [&](AddWaves<Bits> kernel) {
        std::vector<std::int64_t> sums(2 * some_waves.size(), 0);
        kernel({places[0].data(), places[1].data(), places[2].data(), phase.data(), count,
                some_waves.data(), some_waves.size(), sums.data(), 2});
        return sums;
    };
    const auto of = [](auto words, auto longs) {
        if constexpr (sizeof(Bits) == 4)
            return words();
        else
            return longs();
    };
    const auto expected = add(of(simd::baseline::add_waves_32, simd::baseline::add_waves_64));
#if defined(__x86_64__)
    if (has_level(SimdLevel::avx2))
        CHECK(add(of(simd::avx2::add_waves_32, simd::avx2::add_waves_64)) == expected);
    if (has_level(SimdLevel::avx512))
        CHECK(add(of(simd::avx512::add_waves_32, simd::avx512::add_waves_64)) == expected);
#elif defined(__aarch64__)
    CHECK(add(of(simd::neon::add_waves_32, simd::neon::add_waves_64)) == expected);
#endif
    CHECK(add(add_waves<Bits>()) == expected);
}
