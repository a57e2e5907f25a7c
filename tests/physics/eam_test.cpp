// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <memory>
#include <vector>

#include "physics/force_field_errors.hpp"
#include "physics/functional/functional_table.hpp"
#include "physics/functional/reference.hpp"
#include "support/catch.hpp"
#include "support/eam_cases.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

/// The cubic of an interval at t.
double at(const std::vector<double>& c, std::size_t interval, double t) {
    const double* p = c.data() + spline_numbers * interval;
    return p[0] + t * (p[1] + t * (p[2] + t * p[3]));
}

EamElement element(double spacing, std::size_t values, double charge, double mass = 1) {
    EamElement e{"X", mass, 0.5, spacing, 2.0, {}, {}, {}};
    for (std::size_t k = 0; k < values; ++k) {
        const double r = static_cast<double>(k) * spacing;
        e.embedding.push_back(-std::sqrt(0.5 * static_cast<double>(k)));
        e.charge.push_back(charge * (3 - r));
        e.density.push_back((3 - r) * (3 - r));
    }
    return e;
}

Box cube(double edge) {
    Box box;
    box.edges = {edge, 0, edge, 0, 0, edge};
    return box;
}

} // namespace

TEST_CASE("splines take the values and are smooth", "[eam]") {
    const std::vector<double> f{1, 3, 2, 5, 4, 7, 7.5, 6};
    const std::vector<double> c = spline_coefficients(f);
    REQUIRE(c.size() == spline_numbers * (f.size() - 1));
    for (std::size_t k = 0; k + 1 < f.size(); ++k) {
        CHECK(at(c, k, 0) == f[k]);
        CHECK(at(c, k, 1) == Approx(f[k + 1]));
        if (k + 2 < f.size()) {
            const double* p = c.data() + spline_numbers * k;
            CHECK(p[1] + 2 * p[2] + 3 * p[3] == Approx(p[spline_numbers + 1]).margin(1e-12));
        }
    }
    // The five-point formula, written out.
    CHECK(c[spline_numbers * 3 + 1] == Approx(((3 - 7) + 8 * (4 - 2)) / 12.0));
    CHECK(c[1] == 2);
    CHECK(c[spline_numbers + 1] == Approx(0.5));
}

TEST_CASE("a file alone keeps its grid but for the last value", "[eam]") {
    const EamElement e = element(0.1, 31, 2);
    const EamTables all = joined({e}, 10);
    CHECK(all.spacing == 0.1);
    REQUIRE(all.density[0].size() == 30);
    REQUIRE(all.embedding[0].size() == 30);
    for (std::size_t k = 0; k < 30; ++k) {
        CHECK(all.density[0][k] == Approx(e.density[k]).margin(1e-12));
        CHECK(all.pair_times_r[0][k] == Approx(10 * e.charge[k] * e.charge[k]).margin(1e-9));
    }
}

TEST_CASE("files are joined on the widest steps, pairs by both charges", "[eam]") {
    const EamTables all = joined({element(0.1, 31, 2, 1), element(0.2, 16, 3, 4)}, 10);
    CHECK(all.spacing == 0.2);
    CHECK(all.mass == std::vector<double>{1, 4});
    const std::size_t unlike = all.pair(0, 1);
    REQUIRE(all.pair_times_r[unlike].size() == 15);
    // Both are cubics of r, which four points determine.
    CHECK(all.pair_times_r[unlike][7] == Approx(10 * 2 * 3 * 1.6 * 1.6));
    CHECK(all.pair_times_r[unlike] == all.pair_times_r[all.pair(1, 0)]);
    CHECK(all.density[unlike][7] == Approx(1.6 * 1.6));
}

TEST_CASE("tables are chosen by name, also several times", "[eam]") {
    const EamTables all = two_metals();
    const EamTables some = chosen(all, {1, 0, 1});
    CHECK(some.elements == std::vector<std::string>{"B", "A", "B"});
    CHECK(some.density[some.pair(0, 1)] == all.density[all.pair(1, 0)]);
    CHECK(some.density[some.pair(1, 2)] == all.density[all.pair(0, 1)]);
    CHECK(some.pair_times_r[some.pair(2, 0)] == all.pair_times_r[all.pair(1, 1)]);
}

TEST_CASE("energy goes straight on beyond the table of densities", "[eam]") {
    const EamParams p = of_pair(eam_params(), 0, 0);
    const std::vector<double> samples = eam_embedding_samples(p);
    const EamEmbedding embedding = eam_embedding(p, 0);
    const double last =
        p.tables->density_spacing * static_cast<double>(p.tables->embedding[0].size() - 1);
    const Embedded end = embedding(last * (1 - 1e-12), samples.data());
    CHECK_FALSE(end.beyond);
    CHECK(end.energy == Approx(p.tables->embedding[0].back()));
    const Embedded out = embedding(last + 2, samples.data());
    CHECK(out.beyond);
    CHECK(out.slope == Approx(end.slope));
    CHECK(out.energy == Approx(end.energy + 2 * end.slope));
    const Embedded none = embedding(-0.5, samples.data());
    CHECK(none.beyond);
    CHECK(none.energy == Approx(-0.5 * none.slope));
    CHECK_FALSE(embedding(0, samples.data()).beyond);
}

TEST_CASE("two atoms of one element may be told the sum of their slopes", "[eam]") {
    std::vector<double> samples;
    const auto eam = make_functional<double>(of_pair(eam_params(), 1, 1), samples);
    for (const double r : {0.7, 0.93, 1.2, 1.79}) {
        const auto both = eam(r * r, -0.3, -0.5, samples.data());
        const auto sum = eam.of_like(r * r, -0.8, samples.data());
        CHECK(both.force_over_r == Approx(sum.force_over_r).epsilon(1e-12));
        CHECK(both.energy == sum.energy);
    }
}

TEST_CASE("both ends of a pair find the same force", "[eam]") {
    std::vector<float> samples;
    const auto from_a = make_functional<float>(of_pair(eam_params(), 0, 1), samples);
    const auto from_b = make_functional<float>(of_pair(eam_params(), 1, 0), samples);
    for (int i = 0; i < 200; ++i) {
        const float r2 = 0.3F + 0.014F * static_cast<float>(i);
        const auto a = from_a(r2, -0.31F, -0.77F, samples.data());
        const auto b = from_b(r2, -0.77F, -0.31F, samples.data());
        REQUIRE(a.force_over_r == b.force_over_r);
        REQUIRE(a.energy == b.energy);
    }
}

TEST_CASE("forces of an alloy by tables are minus the gradient of its energy", "[eam]") {
    const ForceField field(eam_spec(2));
    const double edge = 2.3; // smaller than two cutoffs
    std::vector<Vec3<double>> x;
    std::vector<TypeId> type;
    for (int i = 0; i < 8; ++i) {
        const double a = 0.07 * std::sin(5.0 * i), b = 0.06 * std::cos(3.0 * i);
        x.push_back({1.15 * (i & 1) + a, 1.15 * (i >> 1 & 1) + b, 1.15 * (i >> 2) - a * b});
        type.push_back(static_cast<TypeId>(i % 3 == 0 ? 1 : 0));
    }
    const ReferenceForces sum = reference_forces(field, cube(edge), x, type);
    const double h = 1e-5;
    for (std::size_t i = 0; i < x.size(); ++i) {
        for (int d = 0; d < 3; ++d) {
            std::vector<Vec3<double>> ahead = x, back = x;
            ahead[i][d] += h;
            back[i][d] -= h;
            const double slope = (reference_forces(field, cube(edge), ahead, type).energy -
                                  reference_forces(field, cube(edge), back, type).energy) /
                                 (2 * h);
            CHECK(-slope == Approx(sum.force[i][d]).margin(1e-5).epsilon(1e-6));
        }
    }
    const auto energy_at = [&](double factor) {
        std::vector<Vec3<double>> scaled = x;
        for (Vec3<double>& one : scaled) one = factor * one;
        return reference_forces(field, cube(edge * factor), scaled, type).energy;
    };
    const double slope = (energy_at(1 + h) - energy_at(1 - h)) / (2 * h);
    CHECK(-slope ==
          Approx(sum.virial[0] + sum.virial[1] + sum.virial[2]).margin(1e-4).epsilon(1e-5));
}

TEST_CASE("a crystal by tables is measured where it binds", "[eam]") {
    const EamParams p = of_pair(eam_params(), 0, 0);
    const double r0 = reference_distance(p);
    std::vector<double> samples, embedded;
    const auto eam = make_functional<double>(p, samples);
    const auto embedding = make_embedding<double>(p, embedded);
    const auto energy_of_twelve = [&](double r) {
        const double density = 12 * eam.density(r * r, samples.data());
        return embedding(density, embedded.data()).energy +
               6 * eam.of_like(r * r, 0, samples.data()).energy;
    };
    CHECK(energy_of_twelve(r0) < 0);
    for (const double r : {r0 - 0.05, r0 + 0.05, 1.3 * r0})
        CHECK(energy_of_twelve(r0) < energy_of_twelve(r));
    const PotentialScale scale = EffectivePair(p).scale();
    CHECK(scale.energy > 0);
    CHECK(scale.length < r0);
}

TEST_CASE("what is wrong with tables has its place", "[eam]") {
    EamTables far = two_metals();
    far.cutoff = 5;
    CHECK(contains(fault_of(far), "the cutoff 5 lies beyond the tables, which end at 2.4"));
    CHECK(fault_of(two_metals()).empty());
    ForceFieldSpec spec = eam_spec(2);
    spec.functionals.erase(spec.functionals.begin() + 1);
    CHECK(contains(errors_of(spec), "name \"A\" and \"B\" in one [[many_body]]"));
}
