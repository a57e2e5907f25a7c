// SPDX-License-Identifier: BSD-3-Clause
#include "ops/wave_vectors.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <vector>

#include "support/catch.hpp"

using namespace mdsim;

namespace {

constexpr double turn = 2 * std::numbers::pi;
const LowerTriangular<double> tilted{6, 2.5, 7, -1, 3, 8};

/// q by solving h q = 2 pi n, which is what 2 pi h^-1 n means.
double solved(const WaveVector& n, const LowerTriangular<double>& h) {
    const double x = turn * n.x / h.xx;
    const double y = (turn * n.y - h.xy * x) / h.yy;
    const double z = (turn * n.z - h.xz * x - h.yz * y) / h.zz;
    return std::sqrt(x * x + y * y + z * z);
}

bool has(const ShellWaves& waves, const WaveVector& n) {
    return std::find(waves.wave.begin(), waves.wave.end(), n) != waves.wave.end();
}

} // namespace

TEST_CASE("all waves of a box up to a wave number are found, each without its opposite") {
    const WaveShells shells{5.5, 7, 0};
    const ShellWaves found = find_waves(tilted, shells);
    std::size_t expected = 0;
    WaveVector n;
    for (n.x = -20; n.x <= 20; ++n.x)
        for (n.y = -20; n.y <= 20; ++n.y)
            for (n.z = -20; n.z <= 20; ++n.z) {
                if (n == WaveVector{} || solved(n, tilted) > shells.largest) continue;
                ++expected;
                CHECK(has(found, n) != has(found, WaveVector{-n.x, -n.y, -n.z}));
            }
    CHECK(2 * found.wave.size() == expected);
    CHECK(found.found == static_cast<std::int64_t>(found.wave.size()));
    CHECK(waves_within(shells.largest, 6 * 7 * 8) == Approx(found.found).epsilon(0.05));
    for (std::size_t i = 0; i < found.wave.size(); ++i) {
        CHECK(wave_number(found.wave[i], tilted) == Approx(solved(found.wave[i], tilted)));
        CHECK(found.shell[i] ==
              static_cast<std::uint32_t>(solved(found.wave[i], tilted) / 5.5 * 7));
    }
}

TEST_CASE("waves that a cube makes equal are in one shell, whatever rounding does") {
    constexpr double edge = 5.039684199579493; // so that |q| are no round numbers
    const LowerTriangular<double> cube{edge, 0, edge, 0, 0, edge};
    // The upper ends of shells are wave numbers of the box.
    const ShellWaves found = find_waves(cube, {12 * turn / edge, 12, 0});
    std::map<int, std::uint32_t> shell_of;
    for (std::size_t i = 0; i < found.wave.size(); ++i) {
        const WaveVector& n = found.wave[i];
        const int square = n.x * n.x + n.y * n.y + n.z * n.z;
        CHECK(shell_of.emplace(square, found.shell[i]).first->second == found.shell[i]);
        CHECK(found.shell[i] == static_cast<std::uint32_t>(std::ceil(std::sqrt(square))) - 1);
    }
    CHECK(has(found, {12, 0, 0}));
}

TEST_CASE("a shell that is too full keeps some of its waves, from its first to its last") {
    const ShellWaves all = find_waves(tilted, {9, 6, 0});
    const ShellWaves some = find_waves(tilted, {9, 6, 10});
    CHECK(some.found == all.found);
    std::vector<std::size_t> count(6, 0), kept(6, 0);
    for (const std::uint32_t shell : all.shell) ++count[shell];
    for (std::size_t i = 0; i < some.wave.size(); ++i) {
        ++kept[some.shell[i]];
        CHECK(has(all, some.wave[i]));
    }
    for (std::size_t shell = 0; shell < 6; ++shell)
        CHECK(kept[shell] == std::min<std::size_t>(count[shell], 10));
    CHECK(some.wave.front().x == 0);
    CHECK(some.wave.back().x >= all.wave.back().x - 1);
}

TEST_CASE("the smallest wave number is that of the largest height, also across edges") {
    CHECK(smallest_wave_number({4, 0, 5, 0, 0, 8}) == Approx(turn / 8));
    CHECK(smallest_wave_number({6, 3, 6, 0, 0, 6}) ==
          Approx(std::min(turn / 6, solved({1, 0, 0}, {6, 3, 6, 0, 0, 6}))));
    CHECK(find_waves({4, 0, 5, 0, 0, 8}, {0.99 * turn / 8, 3, 0}).wave.empty());
    CHECK(find_waves({4, 0, 5, 0, 0, 8}, {turn / 8, 3, 0}).wave.size() == 1);
}
