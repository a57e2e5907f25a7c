// SPDX-License-Identifier: BSD-3-Clause
#include "config/built_in_start.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <vector>

#include "config/config.hpp"
#include "config/first_motion.hpp"
#include "support/catch.hpp"

using namespace mdsim;

namespace {

Config alloy(const std::vector<std::string>& overrides = {}) {
    const std::filesystem::path root = MDSIM_SOURCE_DIR;
    return read_config(root / "tests/inputs/good/alloy_particle.toml", overrides);
}

} // namespace

TEST_CASE("what a lattice holds is told in numbers of atoms that are then made") {
    const Config config = alloy();
    const Structure s = make_start(config, 7, {0, std::numeric_limits<std::int64_t>::max()});
    std::vector<std::int64_t> counts(3, 0);
    for (const TypeId type : s.type) ++counts[type];
    CHECK(fills_text(config) ==
          "lattice: " + std::to_string(s.total) + " atoms (" + std::to_string(counts[0]) + " A, " +
              std::to_string(counts[1]) + " B, " + std::to_string(counts[2]) +
              " C) and 8 vacancies on sites of rocksalt with [1, 1, -2], [1, 1, 1], [1, -1, 0] "
              "along x, y, z inside \"ball\"\n");
    CHECK(start_count(config) == s.total);
    CHECK(std::abs(counts[0] - 4 * counts[1]) <= 4);
}

TEST_CASE("structures that are no lattices are told as lattices with species") {
    CHECK_THROWS_WITH(alloy({"system.lattice.type='L1_2'"}),
                      ContainsSubstring("that is \"fcc\" with species"));
    CHECK_THROWS_WITH(alloy({"system.lattice.type='NaCl'"}),
                      ContainsSubstring("did you mean \"rocksalt\"?"));
}

TEST_CASE("atoms rest on the sites of a lattice only where all around them is alike") {
    const auto rests = [](const std::vector<std::string>& overrides) {
        const std::filesystem::path root = MDSIM_SOURCE_DIR;
        const Config config = read_config(root / "tests/inputs/good/minimal.toml", overrides);
        return rests_on_lattice(config.system, config.box, {});
    };
    CHECK(rests({"system.lattice.type='fcc'"}));
    CHECK(rests({"system.lattice.orient={x=[1,1,0],y=[-1,1,0],z=[0,0,1]}"}));
    CHECK_FALSE(rests({"system.lattice.type='wurtzite'"}));
    CHECK_FALSE(rests({"system.lattice.vacancies=1"}));
    CHECK_FALSE(rests({"system.lattice.vacancy_fraction=0.01"}));
}
