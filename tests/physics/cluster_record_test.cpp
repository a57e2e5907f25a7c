// SPDX-License-Identifier: BSD-3-Clause
// The records by which atoms find the slopes that neighbours have of them.
#include <algorithm>
#include <array>
#include <cmath>

#include "physics/cluster/cluster_record.hpp"
#include "physics/draws.hpp"
#include "support/catch.hpp"

using namespace mdsim;
using namespace mdsim::test;

TEMPLATE_TEST_CASE("keys are of opposite directions whichever way they round", "[cluster]", float,
                   double) {
    const double range = 3.77;
    const auto key = ClusterKey<TestType>::within(range);
    Draws draw(23);
    const auto real = [](const Vec3<double>& d) {
        return Vec3<TestType>{static_cast<TestType>(d.x), static_cast<TestType>(d.y),
                              static_cast<TestType>(d.z)};
    };
    int false_ones = 0;
    for (int n = 0; n < 100000; ++n) {
        const double r = n % 3 == 0 ? range : range * std::abs(draw());
        const Vec3<double> d = r * (n % 5 == 0 ? Vec3<double>{0, 0, n % 2 ? 1.0 : -1.0} // at an end
                                               : draw.direction());
        const double error = 1e-6 * range;
        const Vec3<double> seen{-d.x + error * draw(), -d.y + error * draw(),
                                -d.z + error * draw()};
        const Vec3<double> other = (range * std::abs(draw())) * draw.direction();
        const Vec3<double> miss = d + other;
        REQUIRE(ClusterKey<TestType>::opposite(key.of(real(d)), key.of(real(seen))));
        REQUIRE(key.of(real(d)) != last_cluster_key);
        if (r > 0.01 * range)
            REQUIRE_FALSE(ClusterKey<TestType>::opposite(key.of(real(d)), key.of(real(d))));
        if (dot(miss, miss) > 0.01 * 0.01 * range * range)
            false_ones += ClusterKey<TestType>::opposite(key.of(real(d)), key.of(real(other)));
    }
    CHECK(false_ones == 0);
}

TEMPLATE_TEST_CASE("atoms find their slope in a record, which may be full", "[cluster]", float,
                   double) {
    const auto key = ClusterKey<TestType>::within(2);
    Draws draw(29);
    for (const int count : {0, 1, 7, most_cluster_neighbours}) {
        std::array<Vec4<TestType>, most_cluster_neighbours> record;
        std::array<Vec3<TestType>, most_cluster_neighbours> d;
        for (int b = 0; b < count; ++b) {
            const Vec3<double> at = 1.5 * draw.direction();
            d[b] = {static_cast<TestType>(at.x), static_cast<TestType>(at.y),
                    static_cast<TestType>(at.z)};
            record[b] = record_part(Vec3<TestType>{TestType(b + 1), 0, -1}, key.of(d[b]));
        }
        if (count < most_cluster_neighbours)
            record[count] = record_part(Vec3<TestType>{0, 0, 0}, last_cluster_key);
        int reads = 0;
        const auto read = [&](int n) {
            ++reads;
            return record.at(static_cast<std::size_t>(n));
        };
        for (int b = 0; b < count; ++b)
            CHECK(slope_of_other<TestType>(key.of(TestType(-1) * d[b]), read) ==
                  Vec3<TestType>{TestType(b + 1), 0, -1});
        reads = 0;
        const Vec3<TestType> nowhere{TestType(1.99), 0, 0};
        CHECK(slope_of_other<TestType>(key.of(nowhere), read) == Vec3<TestType>{0, 0, 0});
        CHECK(reads == std::min(count + 1, most_cluster_neighbours));
    }
}

TEST_CASE("a cluster counts the neighbours that do not fit", "[cluster]") {
    Draws draw(31);
    Cluster<double> cluster;
    for (int b = 0; b < most_cluster_neighbours; ++b) cluster.add(draw.direction(), 0);
    CHECK(cluster.fits());
    cluster.add({1, 0, 0}, 0);
    CHECK(cluster.count == most_cluster_neighbours + 1);
    CHECK_FALSE(cluster.fits());
}
