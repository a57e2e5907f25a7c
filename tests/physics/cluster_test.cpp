// SPDX-License-Identifier: BSD-3-Clause
// Cluster functionals: slopes, symmetries, known crystals, and the keys by which atoms find slopes.
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "core/philox.hpp"
#include "physics/cluster/cluster_record.hpp"
#include "physics/cluster/cluster_table.hpp"
#include "physics/force_field_errors.hpp"
#include "physics/functional/reference.hpp"
#include "support/catch.hpp"
#include "support/cluster_numbers.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

/// Numbers in [-1, 1) without a pattern.
class Draws {
  public:
    explicit Draws(std::uint64_t seed) : state_(seed) {}
    double operator()() {
        state_ = 6364136223846793005u * state_ + 1442695040888963407u;
        return static_cast<double>(state_ >> 11) * 0x1p-52 - 1;
    }
    Vec3<double> direction() {
        for (;;) {
            const Vec3<double> d{(*this)(), (*this)(), (*this)()};
            const double r2 = dot(d, d);
            if (r2 > 0.01 && r2 < 1) return (1 / std::sqrt(r2)) * d;
        }
    }

  private:
    std::uint64_t state_;
};

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

template <class C> ClusterTable<C> table_of(const ForceFieldSpec& spec) {
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
    Cluster<double> cluster = drawn(draw, most_cluster_neighbours, 1, 1, 2);
    CHECK(cluster.fits());
    cluster.add({1, 0, 0}, 0);
    CHECK(cluster.count == most_cluster_neighbours + 1);
    CHECK_FALSE(cluster.fits());
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
    ForceFieldSpec spec = stillinger_weber_spec(1);
    CHECK(ForceField(spec).has_clusters());
    CHECK(ForceField(spec).channel_width() == cluster_channel_width);
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
