// SPDX-License-Identifier: BSD-3-Clause
// Cluster functionals: slopes, symmetries and known crystals.
#include <cmath>
#include <vector>

#include "physics/cluster/cluster_table.hpp"
#include "physics/draws.hpp"
#include "physics/functional/reference.hpp"
#include "support/catch.hpp"
#include "support/cluster_numbers.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

template <class C> struct SpecOf;
template <class Real> struct SpecOf<StillingerWeber<Real>> {
    static ForceFieldSpec of(std::size_t elements) { return stillinger_weber_spec(elements); }
    static ForceFieldSpec silicon() { return stillinger_weber_silicon_spec(); }
    static constexpr double constant = 5.431,
                            crystal_energy = -2 * 2.1683; // Stillinger and Weber, section II
};
template <class Real> struct SpecOf<Tersoff<Real>> {
    static ForceFieldSpec of(std::size_t elements) { return tersoff_spec(elements); }
    static ForceFieldSpec silicon() { return tersoff_silicon_spec(); }
    // validation/many-body-drift, si-tersoff: the start less its kinetic energy at 1000 K.
    static constexpr double constant = 5.432, crystal_energy = -4.501403377035937 -
                                                               1.5 * 8.617343e-5 * 1000 * 511 / 512;
};

/// Of one element also where runs compute its potential in another form.
template <class C> ClusterTable<C> table_of(const ForceFieldSpec& spec) {
    using Real = typename C::value_type;
    if (spec.species.size() == 1) {
        const auto& p = std::get<typename C::Params>(spec.functionals.front().params);
        const auto cutoff2 = static_cast<Real>(cutoff_of(p) * cutoff_of(p));
        return {1, {cutoff2}, {pair_of<Real>(p)}, {triple_of<Real>(p, p.other)}};
    }
    return std::get<ClusterTable<C>>(
        make_cluster_tables<typename C::value_type>(ForceField(spec)).front());
}

/// Neighbours between `from` and `to` in all directions, of types in turns.
Cluster<double> drawn(Draws& draw, int count, std::uint32_t types, double from, double to) {
    Cluster<double> cluster;
    cluster.own_type = types - 1;
    for (int b = 0; b < count; ++b) {
        const double r = 0.5 * (from + to) + 0.5 * (to - from) * draw();
        cluster.add(r * draw.direction(), static_cast<std::uint32_t>(b) % types);
    }
    return cluster;
}

template <class C> double energy_of(const ClusterTable<C>& table, const Cluster<double>& cluster) {
    ClusterSlopes<double> slope;
    return C::evaluate(cluster, table.constants(), slope);
}

/// dE/dd by differences of fourth order.
template <class C>
double difference(const ClusterTable<C>& table, Cluster<double> cluster, int b, int axis) {
    const double h = 1e-4, at = cluster.d[b][axis];
    const auto moved = [&](double steps) {
        cluster.d[b][axis] = at + steps * h;
        return energy_of(table, cluster);
    };
    return (8 * (moved(1) - moved(-1)) - (moved(2) - moved(-2))) / (12 * h);
}

/// Whether a derivative of second order jumps near a distance.
template <class C>
bool near_a_kink(const ClusterTable<C>& table, const Cluster<double>& cluster, int b) {
    const double r = std::sqrt(dot(cluster.d[b], cluster.d[b]));
    const auto near = [r](double at) { return std::abs(r - at) < 5e-4; };
    const auto types = table.types;
    bool found = near(std::sqrt(table.cutoff_squared[cluster.own_type * types + cluster.type[b]]));
    if constexpr (requires { table.pair.front().cutoff.begin; })
        for (const auto& pair : table.pair)
            found = found || near(pair.cutoff.begin) || near(pair.cutoff.end);
    return found;
}

Box cube(double edge) {
    Box box;
    box.edges = {edge, 0, edge, 0, 0, edge};
    return box;
}

/// Eight atoms in no order, two of three of the first element, in a box smaller than two cutoffs.
struct SmallBox {
    Box box = cube(2.3);
    std::vector<Vec3<double>> at;
    std::vector<TypeId> type;

    explicit SmallBox(std::size_t elements) {
        for (int i = 0; i < 8; ++i) {
            const double a = 0.07 * std::sin(5.0 * i), b = 0.06 * std::cos(3.0 * i);
            at.push_back({1.15 * (i & 1) + a, 1.15 * (i >> 1 & 1) + b, 1.15 * (i >> 2) - a * b});
            type.push_back(static_cast<TypeId>(elements > 1 && i % 3 == 0 ? 1 : 0));
        }
    }
};

ReferenceForces diamond(const ForceField& field, double a) {
    std::vector<Vec3<double>> at;
    for (const Vec3<double>& corner : {Vec3<double>{0, 0, 0}, Vec3<double>{0.25, 0.25, 0.25}})
        for (const Vec3<double>& face :
             {Vec3<double>{0, 0, 0}, {0, 0.5, 0.5}, {0.5, 0, 0.5}, {0.5, 0.5, 0}})
            at.push_back(a * (corner + face));
    return reference_forces(field, cube(a), at, std::vector<TypeId>(at.size(), 0));
}

template <class Real> Cluster<Real> rounded(const Cluster<double>& cluster) {
    Cluster<Real> one;
    one.own_type = cluster.own_type;
    for (int b = 0; b < cluster.count; ++b)
        one.add({static_cast<Real>(cluster.d[b].x), static_cast<Real>(cluster.d[b].y),
                 static_cast<Real>(cluster.d[b].z)},
                cluster.type[b]);
    return one;
}

} // namespace

TEMPLATE_TEST_CASE("slopes of a cluster are the gradient of its energy", "[cluster]",
                   StillingerWeber<double>, Tersoff<double>) {
    Draws draw(7);
    for (const std::size_t elements : {1, 2}) {
        const auto table = table_of<TestType>(SpecOf<TestType>::of(elements));
        for (int n = 0; n < 200; ++n) {
            const int count = 1 + n % most_cluster_neighbours;
            const auto cluster = drawn(draw, count, static_cast<std::uint32_t>(elements), 0.8, 1.4);
            ClusterSlopes<double> slope;
            const double energy = TestType::evaluate(cluster, table.constants(), slope);
            CHECK(energy == energy_of(table, cluster));
            for (int b = 0; b < count; ++b) {
                if (near_a_kink(table, cluster, b)) continue;
                for (int axis = 0; axis < 3; ++axis)
                    REQUIRE(difference(table, cluster, b, axis) ==
                            Approx(slope[b][axis]).margin(2e-7).epsilon(2e-7));
            }
        }
    }
}

TEMPLATE_TEST_CASE("neighbours beyond their cutoff count as absent", "[cluster]",
                   StillingerWeber<double>, Tersoff<double>) {
    Draws draw(11);
    const auto table = table_of<TestType>(SpecOf<TestType>::of(2));
    for (int n = 0; n < 50; ++n) {
        const auto inside = drawn(draw, 5, 2, 0.8, 1.2);
        auto both = inside;
        for (int k = 0; k < 4; ++k) both.add((1.31 + 0.1 * k) * draw.direction(), k % 2);
        ClusterSlopes<double> slope;
        CHECK(TestType::evaluate(both, table.constants(), slope) ==
              Approx(energy_of(table, inside)).epsilon(1e-14));
        for (int b = 5; b < 9; ++b) CHECK(dot(slope[b], slope[b]) == 0);
    }
    const Cluster<double> alone{};
    CHECK(energy_of(table, alone) == 0);
}

TEMPLATE_TEST_CASE("energy and slopes go to zero at the cutoff", "[cluster]",
                   StillingerWeber<double>, Tersoff<double>) {
    Draws draw(13);
    const auto table = table_of<TestType>(SpecOf<TestType>::of(1));
    const double cutoff = std::sqrt(table.cutoff_squared.front());
    auto cluster = drawn(draw, 4, 1, 0.9, 1.1);
    const double without = energy_of(table, cluster);
    cluster.add((cutoff * (1 - 1e-7)) * draw.direction(), 0);
    ClusterSlopes<double> slope;
    CHECK(TestType::evaluate(cluster, table.constants(), slope) == Approx(without).margin(1e-9));
    CHECK(dot(slope[4], slope[4]) < 1e-8);
}

TEMPLATE_TEST_CASE("a cluster that is turned has the same energy, and turned slopes", "[cluster]",
                   StillingerWeber<double>, Tersoff<double>) {
    Draws draw(17);
    const auto table = table_of<TestType>(SpecOf<TestType>::of(2));
    for (int n = 0; n < 50; ++n) {
        const auto cluster = drawn(draw, 8, 2, 0.8, 1.35);
        const Vec3<double> x = draw.direction(), w = draw.direction();
        const Vec3<double> off = w - dot(w, x) * x;
        const Vec3<double> y = (1 / std::sqrt(dot(off, off))) * off;
        const Vec3<double> z{x.y * y.z - x.z * y.y, x.z * y.x - x.x * y.z, x.x * y.y - x.y * y.x};
        const auto turned = [&](const Vec3<double>& v) { return v.x * x + v.y * y + v.z * z; };
        auto other = cluster;
        for (int b = 0; b < 8; ++b) other.d[b] = turned(cluster.d[b]);
        ClusterSlopes<double> slope, found;
        CHECK(TestType::evaluate(cluster, table.constants(), slope) ==
              Approx(TestType::evaluate(other, table.constants(), found)).epsilon(1e-12));
        for (int b = 0; b < 8; ++b) {
            const Vec3<double> miss = found[b] - turned(slope[b]);
            CHECK(dot(miss, miss) < 1e-22 * (1 + dot(slope[b], slope[b])));
        }
    }
}

TEMPLATE_TEST_CASE("neighbours may come in any order", "[cluster]", StillingerWeber<double>,
                   Tersoff<double>) {
    Draws draw(19);
    const auto table = table_of<TestType>(SpecOf<TestType>::of(2));
    for (int n = 0; n < 50; ++n) {
        const auto cluster = drawn(draw, 9, 2, 0.8, 1.35);
        Cluster<double> other;
        other.own_type = cluster.own_type;
        for (int b = 0; b < 9; ++b) other.add(cluster.d[4 * b % 9], cluster.type[4 * b % 9]);
        ClusterSlopes<double> slope, found;
        CHECK(TestType::evaluate(cluster, table.constants(), slope) ==
              Approx(TestType::evaluate(other, table.constants(), found)).epsilon(1e-12));
        for (int b = 0; b < 9; ++b) {
            const Vec3<double> miss = found[b] - slope[4 * b % 9];
            CHECK(dot(miss, miss) < 1e-22 * (1 + dot(found[b], found[b])));
        }
    }
}

TEMPLATE_TEST_CASE("silicon has the energy of its crystal and is at rest", "[cluster]",
                   StillingerWeber<double>, Tersoff<double>) {
    const ForceField field(SpecOf<TestType>::silicon());
    const double a = SpecOf<TestType>::constant;
    const ReferenceForces sum = diamond(field, a);
    CHECK(sum.energy / 8 == Approx(SpecOf<TestType>::crystal_energy).epsilon(1e-8));
    for (const Vec3<double>& f : sum.force) CHECK(dot(f, f) < 1e-20);
    CHECK(std::abs(sum.virial[0]) < 0.05); // its lattice constant, but for a digit
    CHECK(diamond(field, a - 0.05).energy > sum.energy);
    CHECK(diamond(field, a + 0.05).energy > sum.energy);
}

TEMPLATE_TEST_CASE("forces of clusters are minus the gradient of the energy", "[cluster]",
                   StillingerWeber<double>, Tersoff<double>) {
    for (const std::size_t elements : {1, 2}) {
        const ForceField field(SpecOf<TestType>::of(elements));
        const SmallBox c(elements);
        const ReferenceForces sum = reference_forces(field, c.box, c.at, c.type);
        const double h = 1e-5;
        for (std::size_t i = 0; i < c.at.size(); ++i) {
            for (int d = 0; d < 3; ++d) {
                std::vector<Vec3<double>> ahead = c.at, back = c.at;
                ahead[i][d] += h;
                back[i][d] -= h;
                const double slope = (reference_forces(field, c.box, ahead, c.type).energy -
                                      reference_forces(field, c.box, back, c.type).energy) /
                                     (2 * h);
                CHECK(-slope == Approx(sum.force[i][d]).margin(1e-6).epsilon(1e-6));
            }
        }
        const auto energy_at = [&](double factor) {
            std::vector<Vec3<double>> scaled = c.at;
            for (Vec3<double>& one : scaled) one = factor * one;
            return reference_forces(field, cube(2.3 * factor), scaled, c.type).energy;
        };
        const double slope = (energy_at(1 + h) - energy_at(1 - h)) / (2 * h);
        CHECK(-slope ==
              Approx(sum.virial[0] + sum.virial[1] + sum.virial[2]).margin(1e-5).epsilon(1e-6));
    }
}

TEST_CASE("a float holds the bond order of crowded silicon", "[cluster]") {
    const ForceFieldSpec spec = tersoff_silicon_spec();
    const auto exact = table_of<Tersoff<double>>(spec);
    const auto table = table_of<Tersoff<float>>(spec);
    Draws draw(37);
    for (int n = 0; n < 200; ++n) {
        // From neighbours of a melt to those that crowd it as nothing does.
        const auto cluster = drawn(draw, most_cluster_neighbours, 1, n % 2 ? 2.2 : 0.9, 3.15);
        ClusterSlopes<double> expected;
        ClusterSlopes<float> found;
        const double energy = Tersoff<double>::evaluate(cluster, exact.constants(), expected);
        const auto single =
            Tersoff<float>::evaluate(rounded<float>(cluster), table.constants(), found);
        double size = 0;
        for (int b = 0; b < most_cluster_neighbours; ++b)
            size = std::max(size, std::sqrt(dot(expected[b], expected[b])));
        CHECK(static_cast<double>(single) == Approx(energy).margin(1e-5 * (1 + size)));
        for (int b = 0; b < most_cluster_neighbours; ++b)
            for (int axis = 0; axis < 3; ++axis)
                CHECK(static_cast<double>(found[b][axis]) ==
                      Approx(expected[b][axis]).margin(2e-5 * (1 + size)));
    }
}

TEST_CASE("two atoms alone are the measure of a cluster functional", "[cluster]") {
    for (const ForceFieldSpec& spec : {stillinger_weber_silicon_spec(), tersoff_silicon_spec()}) {
        const EffectivePair pair(spec.functionals.front().params);
        const PotentialScale scale = pair.scale();
        CHECK(scale.energy > 1);
        CHECK(scale.energy < 4);
        CHECK(scale.length > 1.5);
        CHECK(scale.length < 2.4);
        const double h = 1e-5, r = 2.6;
        const double slope =
            (pair((r + h) * (r + h)).energy - pair((r - h) * (r - h)).energy) / (2 * h);
        CHECK(-slope == Approx(pair(r * r).force_over_r * r).epsilon(1e-6));
    }
}
