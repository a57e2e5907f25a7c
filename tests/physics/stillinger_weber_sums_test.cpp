// SPDX-License-Identifier: BSD-3-Clause
// Stillinger and Weber's potential of one element as sums over neighbours, beside its clusters.
#include <cmath>
#include <vector>

#include "physics/draws.hpp"
#include "physics/functional/functional_table.hpp"
#include "physics/functional/reference.hpp"
#include "support/catch.hpp"
#include "support/cluster_numbers.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

/// Two species with the numbers of one element: the files do not say that they are the same.
ForceFieldSpec twice(const StillingerWeberEntry& entry) {
    return cluster_spec<StillingerWeberParams>(ClusterTables<StillingerWeberEntry>{
        {"A", "B"}, std::vector<StillingerWeberEntry>(8, entry)});
}

ForceFieldSpec once(const StillingerWeberEntry& entry) {
    return cluster_spec<StillingerWeberParams>(ClusterTables<StillingerWeberEntry>{{"A"}, {entry}});
}

/// Silicon with numbers that it does not have: other powers, one of them broken, and no symmetry.
StillingerWeberEntry like_silicon() {
    StillingerWeberEntry entry = stillinger_weber_silicon();
    entry.cosine = -0.21;
    entry.p = 4.3;
    entry.q = 2;
    entry.gamma = 1.13;
    return entry;
}

/// Twelve atoms in no order, in a box smaller than two cutoffs.
std::vector<Vec3<double>> twelve_atoms(Draws& draw, double edge) {
    std::vector<Vec3<double>> at;
    for (int i = 0; i < 12; ++i)
        at.push_back({edge * (i % 3 + 0.2 * draw()) / 3, edge * (i / 3 % 2 + 0.3 * draw()) / 2,
                      edge * (i / 6 + 0.3 * draw()) / 2});
    return at;
}

} // namespace

TEST_CASE("what one element has by sums it has by clusters", "[cluster]") {
    Draws draw(23);
    for (const StillingerWeberEntry& entry : {stillinger_weber_silicon(), like_silicon()}) {
        const ForceField sums(once(entry)), clusters(twice(entry));
        REQUIRE(sums.has_moments());
        REQUIRE(!sums.has_clusters());
        REQUIRE(clusters.has_clusters());
        CHECK(sums.cutoff(0, 0) == clusters.cutoff(0, 1));
        for (int n = 0; n < 20; ++n) {
            constexpr double edge = 6.4;
            Box box;
            box.edges = {edge, 0.3 * draw(), edge, 0.2, 0.1, edge};
            const auto at = twelve_atoms(draw, edge);
            std::vector<TypeId> mixed(at.size());
            for (std::size_t i = 0; i < at.size(); ++i) mixed[i] = static_cast<TypeId>(i % 2);
            const auto one = reference_forces(sums, box, at, std::vector<TypeId>(at.size(), 0));
            const auto two = reference_forces(clusters, box, at, mixed);
            CHECK(one.energy == Approx(two.energy).epsilon(1e-12));
            for (int k = 0; k < 6; ++k)
                CHECK(one.virial[k] == Approx(two.virial[k]).epsilon(1e-11).margin(1e-9));
            for (std::size_t i = 0; i < at.size(); ++i) {
                CHECK(one.atom_energy[i] == Approx(two.atom_energy[i]).epsilon(1e-11));
                const Vec3<double> off = one.force[i] - two.force[i];
                CHECK(dot(off, off) < 1e-20 * (1 + dot(two.force[i], two.force[i])));
            }
        }
    }
}

TEST_CASE("a power is that of short products or of logarithms", "[cluster]") {
    for (const double x : {0.2, 0.7, 1.0, 1.9}) {
        for (int y = 0; y < 20; ++y) CHECK(short_power(x, 1.0 * y) == Approx(std::pow(x, y)));
        for (const double y : {-3.0, -0.5, 2.5, 4.3})
            CHECK(short_power(x, y) == Approx(std::pow(x, y)));
    }
}
