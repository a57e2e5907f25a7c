// SPDX-License-Identifier: BSD-3-Clause
#include "ops/wave_vectors.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/contract.hpp"

namespace mdsim {

namespace {

constexpr double turn = 2 * std::numbers::pi;

double wave_number(const WaveVector& n, const LowerTriangular<double>& inverse_edges, double unit) {
    const Vec3<double> q = times_transpose(
        {static_cast<double>(n.x), static_cast<double>(n.y), static_cast<double>(n.z)},
        inverse_edges);
    return unit * std::sqrt(dot(q, q));
}

/// Calls visit(wave, shell) for one of each two opposite waves, in their order.
template <class Visit>
void visit_waves(const LowerTriangular<double>& edges, const WaveShells& shells,
                 const Visit& visit) {
    constexpr double slack = 1e-9; // far above rounding
    const LowerTriangular<double> inverse_edges = inverse(edges);
    // n is q times an edge over 2 pi, so that no n exceeds the length of its edge.
    const auto most = [&](const Vec3<double>& edge) {
        return static_cast<std::int32_t>(shells.largest * std::sqrt(dot(edge, edge)) / turn +
                                         slack);
    };
    const std::int32_t x = most({edges.xx, 0, 0});
    const std::int32_t y = most({edges.xy, edges.yy, 0});
    const std::int32_t z = most({edges.xz, edges.yz, edges.zz});
    WaveVector n;
    for (n.x = 0; n.x <= x; ++n.x) {
        for (n.y = n.x == 0 ? 0 : -y; n.y <= y; ++n.y) {
            for (n.z = n.x == 0 && n.y == 0 ? 1 : -z; n.z <= z; ++n.z) {
                const double place = wave_number(n, inverse_edges, turn) / shells.largest;
                if (place > 1 + slack) continue;
                const double shell = place * (1 - slack) * static_cast<double>(shells.count);
                visit(n, std::min(static_cast<std::size_t>(shell), shells.count - 1));
            }
        }
    }
}

} // namespace

double wave_number(const WaveVector& wave, const LowerTriangular<double>& edges) {
    return wave_number(wave, inverse(edges), turn);
}

double smallest_wave_number(const LowerTriangular<double>& edges) {
    double smallest = std::numeric_limits<double>::infinity();
    WaveVector n;
    for (n.x = -1; n.x <= 1; ++n.x)
        for (n.y = -1; n.y <= 1; ++n.y)
            for (n.z = -1; n.z <= 1; ++n.z)
                if (n != WaveVector{}) smallest = std::min(smallest, wave_number(n, edges));
    return smallest;
}

double waves_within(double largest, double volume) {
    MDSIM_EXPECT(largest > 0 && volume > 0);
    constexpr double of_sphere = 12 * std::numbers::pi * std::numbers::pi;
    return largest * largest * largest * volume / of_sphere;
}

ShellWaves find_waves(const LowerTriangular<double>& edges, const WaveShells& shells) {
    MDSIM_EXPECT(shells.largest > 0 && shells.count > 0 && shells.most_waves >= 0);
    std::vector<std::int64_t> there(shells.count, 0), seen(shells.count, 0);
    visit_waves(edges, shells, [&](const WaveVector&, std::size_t shell) { ++there[shell]; });
    ShellWaves waves;
    visit_waves(edges, shells, [&](const WaveVector& n, std::size_t shell) {
        const std::int64_t all = there[shell], i = seen[shell]++;
        const std::int64_t kept = shells.most_waves == 0 ? all : std::min(all, shells.most_waves);
        ++waves.found;
        if ((i + 1) * kept / all == i * kept / all) return;
        waves.wave.push_back(n);
        waves.shell.push_back(static_cast<std::uint32_t>(shell));
    });
    return waves;
}

} // namespace mdsim
