// SPDX-License-Identifier: BSD-3-Clause
// What a force field says of cluster functionals that it cannot compute.
#include <string>

#include "physics/force_field_errors.hpp"
#include "support/catch.hpp"
#include "support/cluster_numbers.hpp"

using namespace mdsim;
using namespace mdsim::test;

TEST_CASE("the constants of a file that nothing can be computed with are refused", "[cluster]") {
    const auto faults = [](auto change) {
        auto tables = made_up_tables<StillingerWeberEntry>(2);
        change(tables.entry);
        return errors_of(cluster_spec<StillingerWeberParams>(tables));
    };
    CHECK(faults([](auto&) {}).empty());
    const std::string negative = "a negative epsilon, a, gamma or lambda, or a sigma";
    CHECK(contains(faults([](auto& e) { e[0].epsilon = -1; }), negative));
    CHECK(contains(faults([](auto& e) { e[0].gamma = -1; }), negative));
    CHECK(contains(faults([](auto& e) { e[0].lambda = -1; }), negative));
    CHECK(contains(faults([](auto& e) { e[0].sigma = 0; }), negative));
    CHECK(contains(faults([](auto& e) { e[3].big_b = 2; }), "two pairs of these elements"));
    CHECK(contains(faults([](auto& e) { e[1].cosine = 0.5; }), "two triples of these elements"));
    CHECK(contains(faults([](auto& e) { e[2].lambda = 50; }), "two triples of these elements"));
    CHECK(contains(faults([](auto& e) { e[0].epsilon = 1e39; }), "too large or too small"));
}

TEST_CASE("so are those of a Tersoff potential", "[cluster]") {
    const auto faults = [](auto change) {
        auto tables = made_up_tables<TersoffEntry>(2);
        change(tables.entry);
        return errors_of(cluster_spec<TersoffParams>(tables));
    };
    CHECK(faults([](auto&) {}).empty());
    const std::string triple = "m must be 1 or 3", pair = "n must be positive";
    CHECK(contains(faults([](auto& e) { e[1].m = 2; }), triple));
    CHECK(contains(faults([](auto& e) { e[1].gamma = -0.1; }), triple));
    CHECK(contains(faults([](auto& e) { e[1].d = 0; }), triple));
    CHECK(contains(faults([](auto& e) { e[1].big_d = 0; }), triple));
    CHECK(contains(faults([](auto& e) { e[1].big_r = 0.1; }), triple));
    CHECK(contains(faults([](auto& e) { e[0].n = 0; }), pair));
    CHECK(contains(faults([](auto& e) { e[0].beta = -1; }), pair));
    CHECK(contains(faults([](auto& e) { e[0].big_b = -1; }), pair));
    CHECK(contains(faults([](auto& e) { e[3].lambda1 = 3; }), "two pairs of these elements"));
    CHECK(contains(faults([](auto& e) { e[3].big_r = 1.3; }), "two pairs of these elements"));
}

TEST_CASE("a run has one cluster functional, and no functional of densities beside it",
          "[cluster]") {
    CHECK(ForceField(tersoff_spec(1)).has_clusters());
    CHECK(ForceField(tersoff_spec(1)).channel_width() == cluster_channel_width);
    ForceFieldSpec spec = stillinger_weber_spec(1);
    spec.species.push_back("X");
    auto other = tersoff_spec(1).functionals.front();
    other.where = "melt.toml:9";
    other.a = other.b = 1;
    spec.functionals.push_back(other);
    CHECK(contains(errors_of(spec),
                   "melt.toml:9: 'stillinger_weber' and 'tersoff' do not go together in one run"));
    spec.functionals.back().params = GuptaParams{0.1, 1.2, 10.9, 2.3, 1, 2, 1.8};
    CHECK(contains(errors_of(spec),
                   "melt.toml:9: 'stillinger_weber' and 'gupta' do not go together in one run"));
}
