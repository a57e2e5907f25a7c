// SPDX-License-Identifier: BSD-3-Clause
#include "setup/list_length.hpp"

#include <cmath>
#include <filesystem>
#include <numbers>

#include "setup/system_parts.hpp"
#include "support/app_cases.hpp"
#include "support/catch.hpp"

using namespace mdsim;

namespace {

constexpr double sphere = 4 * std::numbers::pi / 3;

/// A and B see their like up to 1 and 2, but not each other.
ForceField two_species() {
    const auto like = [](TypeId type, double cutoff) {
        return PairEntry{"", type, type, PairInteraction{LennardJonesParams{1, 0.5}, cutoff}};
    };
    return ForceField({{"A", "B"}, {like(0, 1), like(1, 2), {"", 0, 1, {}}}, {}, {}, false});
}

/// The length of lists where this many of A and B lie everywhere in this volume.
double length(const std::vector<std::int64_t>& count, double volume, double reach = 0) {
    LocalDensity local{2, count, {}};
    for (int a = 0; a < 2; ++a)
        for (const std::int64_t b : count) local.density.push_back(static_cast<double>(b) / volume);
    return mean_list_length(two_species(), local, {0.5, reach});
}

/// Atoms within a distance of another, the nearest image of each, on average.
double counted(const Structure& structure, double range) {
    const std::size_t atoms = structure.position.size();
    const double edge = structure.box.edges.xx;
    std::int64_t pairs = 0;
    for (std::size_t i = 0; i < atoms; ++i)
        for (std::size_t j = 0; j < atoms; ++j) {
            Vec3<double> way = structure.position[i] - structure.position[j];
            for (int d = 0; d < 3; ++d) way[d] -= edge * std::round(way[d] / edge);
            if (i != j && dot(way, way) < range * range) ++pairs;
        }
    return static_cast<double>(pairs) / static_cast<double>(atoms);
}

/// A ball of radius 8 cut from a crystal, in the middle of a periodic box.
Structure drop_in(double edge) {
    Structure drop;
    drop.box.edges = {edge, 0, edge, 0, 0, edge};
    const double apart = std::cbrt(1 / 0.85);
    for (int x = -8; x <= 8; ++x)
        for (int y = -8; y <= 8; ++y)
            for (int z = -8; z <= 8; ++z) {
                const Vec3<double> at{x * apart, y * apart, z * apart};
                if (dot(at, at) > 64) continue;
                drop.position.push_back(at + Vec3<double>{edge / 2, edge / 2, edge / 2});
                drop.type.push_back(0);
            }
    drop.total = static_cast<std::int64_t>(drop.position.size());
    return drop;
}

/// Atoms within a range of one, as the local density tells.
double neighbors(const Structure& structure, double range) {
    return local_density(structure, 1, range, alone()).density[0] * sphere * std::pow(range, 3);
}

} // namespace

TEST_CASE("lists are as long as atoms are counted in a liquid's crystal") {
    const auto file = std::filesystem::path(MDSIM_SOURCE_DIR) / "inputs" / "lj_liquid.toml";
    const Config config = read_config(file, {"system.lattice.cells=[5,5,5]",
                                             "system.lattice.displacement=0.2", "run.device=cpu"});
    const SystemParts parts = assemble_system(config, alone(), Processor{});
    CHECK(parts.list_length == Approx(counted(parts.structure, parts.list_range())).epsilon(0.03));
}

TEST_CASE("each pair of species has its own range, or none") {
    CHECK(length({10, 0}, 100) == Approx(sphere * 0.1 * std::pow(1.5, 3)));
    CHECK(length({0, 10}, 100) == Approx(sphere * 0.1 * std::pow(2.5, 3)));
    CHECK(length({10, 10}, 100) == Approx((length({10, 0}, 100) + length({0, 10}, 100)) / 2));
    CHECK(length({10, 0}, 100, 3) == Approx(sphere * 0.1 * std::pow(3.5, 3)));
    CHECK(length({10, 10}, 100, 3) == Approx(sphere * 0.2 * std::pow(3.5, 3)));
    CHECK(length({0, 0}, 100) == 0);
}

TEST_CASE("a drop is as crowded as it is, however large the box around it") {
    const Structure drop = drop_in(40);
    const double within = 2.8;
    const double expected = counted(drop, within);
    // Blocks are not centred on their atoms, which tells where all are near a surface.
    for (const double edge : {40.0, 400.0, 4e6})
        CHECK(neighbors(drop_in(edge), within) == Approx(expected).epsilon(0.12));
    CHECK(expected < 0.85 * sphere * 0.85 * std::pow(within, 3)); // its surface tells
}

TEST_CASE("atoms that are alone have no neighbours, themselves left out") {
    Structure gas;
    gas.box.edges = {100, 0, 100, 0, 0, 100};
    for (int i = 0; i < 1000; ++i) {
        gas.position.push_back({10.0 * (i % 10), 10.0 * (i / 10 % 10), 10.0 * (i / 100)});
        gas.type.push_back(0);
    }
    gas.total = 1000;
    CHECK(neighbors(gas, 2.8) == 0);
}

TEST_CASE("images count in a box narrower than the range") {
    Structure alone_in_box;
    alone_in_box.box.edges = {2, 0, 2, 0, 0, 2};
    alone_in_box.position = {{0.5, 0.5, 0.5}, {1.5, 1.5, 1.5}};
    alone_in_box.type = {0, 0};
    alone_in_box.total = 2;
    CHECK(neighbors(alone_in_box, 8) == Approx(sphere * 0.25 * 512).epsilon(0.03));
}
