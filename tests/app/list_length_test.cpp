// SPDX-License-Identifier: BSD-3-Clause
#include "app/list_length.hpp"

#include <cmath>
#include <filesystem>
#include <numbers>

#include "app/system_parts.hpp"
#include "app_cases.hpp"
#include "support/catch.hpp"

using namespace mdsim;

namespace {

constexpr double sphere = 4 * std::numbers::pi / 3;

/// A and B see their like up to 1 and 2, but not each other.
ForceField two_species() {
    const auto like = [](TypeId type, double cutoff) {
        return PairEntry{"", type, type, PairInteraction{LennardJonesParams{1, 0.5}, cutoff}};
    };
    return ForceField({{"A", "B"}, {like(0, 1), like(1, 2), {"", 0, 1, {}}}, {}, false});
}

double length(const std::vector<std::int64_t>& counts, double volume, double reach = 0) {
    return mean_list_length(two_species(), counts, volume, 0.5, reach);
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

} // namespace

TEST_CASE("lists are as long as atoms are counted in a liquid's crystal") {
    const auto file = std::filesystem::path(MDSIM_SOURCE_DIR) / "inputs" / "lj_liquid.toml";
    const Config config = read_config(file, {"system.lattice.cells=[5,5,5]",
                                             "system.lattice.displacement=0.2", "run.device=cpu"});
    const SystemParts parts = assemble_system(config, alone(), Processor{});
    const double forecast = mean_list_length(parts.force_field, parts.count_of_type,
                                             parts.structure.box.volume(), parts.skin, parts.reach);
    CHECK(forecast == Approx(counted(parts.structure, parts.list_range())).epsilon(0.03));
}

TEST_CASE("each pair of species has its own range, or none") {
    CHECK(length({10, 0}, 100) == Approx(sphere * 0.1 * std::pow(1.5, 3)));
    CHECK(length({0, 10}, 100) == Approx(sphere * 0.1 * std::pow(2.5, 3)));
    CHECK(length({10, 10}, 100) == Approx((length({10, 0}, 100) + length({0, 10}, 100)) / 2));
    CHECK(length({10, 0}, 100, 3) == Approx(sphere * 0.1 * std::pow(3.5, 3)));
    CHECK(length({10, 10}, 100, 3) == Approx(sphere * 0.2 * std::pow(3.5, 3)));
    CHECK(length({0, 0}, 100) == 0);
}

TEST_CASE("cells tell a crowd from its mean density") {
    CHECK(length({6, 0, 6, 0}, 50) == Approx(length({12, 0}, 100)));
    CHECK(length({12, 0, 0, 0}, 50) == Approx(2 * length({12, 0}, 100)));
}
