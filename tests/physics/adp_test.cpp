// SPDX-License-Identifier: BSD-3-Clause
// The angular-dependent potential: gradients, strains and crystals in which angles cancel.
#include <array>
#include <cmath>
#include <vector>

#include "physics/force_field_errors.hpp"
#include "physics/functional/functional_table.hpp"
#include "physics/functional/reference.hpp"
#include "support/adp_cases.hpp"
#include "support/catch.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

/// Eight atoms of two species, in no order, in a box smaller than two cutoffs.
struct EightAtoms {
    Box box;
    std::vector<Vec3<double>> at;
    std::vector<TypeId> type;

    EightAtoms() {
        box.edges = {2.2, 0, 2.3, 0, 0, 2.25};
        for (int i = 0; i < 8; ++i) {
            const double a = 0.11 * std::sin(5.0 * i), b = 0.09 * std::cos(3.0 * i);
            at.push_back({1.1 * (i & 1) + a, 1.12 * (i >> 1 & 1) + b, 1.13 * (i >> 2) - a * b});
            type.push_back(static_cast<TypeId>(i % 3 == 0 ? 1 : 0));
        }
    }
};

/// A derivative of fourth order of energy(step).
template <class Energy> double slope_of(const Energy& energy) {
    constexpr double h = 1e-4;
    return (8 * (energy(h) - energy(-h)) - (energy(2 * h) - energy(-2 * h))) / (12 * h);
}

} // namespace

TEST_CASE("forces with moments are the gradient of the energy", "[adp]") {
    const ForceField field(adp_spec(2));
    const EightAtoms atoms;
    const ReferenceForces sum = reference_forces(field, atoms.box, atoms.at, atoms.type);
    Vec3<double> total{0, 0, 0};
    for (std::size_t i = 0; i < atoms.at.size(); ++i) {
        total = total + sum.force[i];
        for (int axis = 0; axis < 3; ++axis) {
            const double slope = slope_of([&](double step) {
                auto moved = atoms.at;
                moved[i][axis] += step;
                return reference_forces(field, atoms.box, moved, atoms.type).energy;
            });
            CHECK(sum.force[i][axis] == Approx(-slope).epsilon(1e-7).margin(1e-7));
        }
    }
    CHECK(dot(total, total) < 1e-20);
}

TEST_CASE("the virial with moments is what a strain of the box costs", "[adp]") {
    const ForceField field(adp_spec(2));
    const EightAtoms atoms;
    const ReferenceForces sum = reference_forces(field, atoms.box, atoms.at, atoms.type);
    const std::array<std::array<int, 2>, 6> axes{{{0, 0}, {1, 1}, {2, 2}, {1, 0}, {2, 0}, {2, 1}}};
    for (std::size_t k = 0; k < axes.size(); ++k) {
        const auto [of, by] = axes[k];
        const double slope = slope_of([&](double strain) {
            const auto& e = atoms.box.edges;
            std::array<Vec3<double>, 3> edge{{{e.xx, 0, 0}, {e.xy, e.yy, 0}, {e.xz, e.yz, e.zz}}};
            auto moved = atoms.at;
            for (auto& x : moved) x[by] += strain * x[of];
            for (auto& x : edge) x[by] += strain * x[of];
            Box box;
            box.edges = {edge[0].x, edge[1].x, edge[1].y, edge[2].x, edge[2].y, edge[2].z};
            return reference_forces(field, box, moved, atoms.type).energy;
        });
        CHECK(sum.virial[k] == Approx(-slope).epsilon(1e-7).margin(1e-7));
    }
}

TEST_CASE("angles cancel in a cubic crystal", "[adp]") {
    std::vector<Vec3<double>> at;
    for (const Vec3<double>& face :
         {Vec3<double>{0, 0, 0}, {0, 0.5, 0.5}, {0.5, 0, 0.5}, {0.5, 0.5, 0}})
        at.push_back(1.5 * face);
    Box box;
    box.edges = {1.5, 0, 1.5, 0, 0, 1.5};
    const std::vector<TypeId> type(at.size(), 0);
    const auto with = reference_forces(ForceField(adp_spec(1)), box, at, type);
    const auto without = reference_forces(ForceField(eam_spec(1)), box, at, type);
    CHECK(with.energy == Approx(without.energy).epsilon(1e-12));
    CHECK(with.virial[0] == Approx(without.virial[0]).epsilon(1e-11));
    at[0].x += 0.1;
    CHECK(reference_forces(ForceField(adp_spec(1)), box, at, type).energy >
          reference_forces(ForceField(eam_spec(1)), box, at, type).energy + 1e-3);
}

TEST_CASE("moments have a channel of their own and no other kind beside them", "[adp]") {
    CHECK(ForceField(adp_spec(2)).channel_width() == 12);
    ForceFieldSpec spec = adp_spec(1);
    spec.species.push_back("E");
    spec.functionals.push_back({"here", 1, 1, of_pair(eam_params(), 0, 0)});
    CHECK(contains(errors_of(spec), "here: 'adp' and 'eam' do not go together in one run"));
}
