// SPDX-License-Identifier: BSD-3-Clause
// Sorting, tiles, lists and force kernels of the device together against a direct sum.
#include <string>

#include "kernels/device_cases.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

/// The kernels, with all ways of sharing tiles among lanes.
struct OnDevice : DeviceForces {
    static std::vector<Shape> shapes() { return all_shapes(); }
};

/// One potential between two types, over many distances of atoms.
ForceField wide_mixture() {
    ForceFieldSpec spec;
    spec.species = {"A", "B"};
    spec.pairs = {
        {"", 0, 0, lj(1, 1, 9)}, {"", 0, 1, lj(1.2, 0.9, 8.5)}, {"", 1, 1, lj(0.5, 0.88, 8)}};
    return ForceField(spec);
}

/// Thirteen atoms near each other, in a box so wide that others could be there.
ForceCase cluster_in_vacuum() {
    Atoms atoms;
    for (int i = 0; i < 13; ++i) {
        const Vec3<double> cell{double(i % 3), double(i / 3 % 3), double(i / 9)};
        atoms.fraction.push_back(Vec3<double>{0.4, 0.45, 0.5} + (1.15 / 27) * cell);
        atoms.type.push_back(0);
    }
    return {atoms, argon(8.0), box_of({27, 27, 27}), {{{2, 2, 2}}}};
}

} // namespace

TEST_CASE("lists hardly longer than their atoms are read to their ends on a device",
          "[gpu][small]") {
    check_case<MixedPrecision, OnDevice>(cluster_in_vacuum());
    check_case<DoublePrecision, OnDevice>(cluster_in_vacuum());
}

TEST_CASE("device forces are those of the direct sum", "[gpu]") { check_all_groups<OnDevice>(); }

TEST_CASE("a halo larger than the window is walked in several on a device", "[gpu]") {
    const Box box = box_of({5.6, 5.6, 5.6});
    for (const ForceCase& c :
         {ForceCase{jittered({5, 5, 5}, 1, 0.2), argon(9.0), box, {{{1, 1, 1}}}},
          ForceCase{jittered({5, 5, 5}, 2, 0.2), wide_mixture(), box, {{{1, 1, 1}}}}}) {
        DeviceSystem<DoublePrecision> system(device_setup(c.field, c.box, c.grids[0], {256, 1}));
        system.adopt(records_of<DoublePrecision>(c.atoms, in_order(125)));
        REQUIRE(system.forces().report().slots > 4096);
        check_case<MixedPrecision, OnDevice>(c);
        check_case<DoublePrecision, OnDevice>(c);
    }
}

TEMPLATE_TEST_CASE("a lone atom and atoms out of reach feel nothing on a device", "[gpu][small]",
                   MixedPrecision, DoublePrecision) {
    const ForceField field = mixture(2.5);
    const Atoms lone{{{0.5, 0.5, 0.5}}, {0}};
    const Atoms apart{{{0.1, 0.1, 0.1}, {0.6, 0.1, 0.1}}, {0, 0}};
    const Atoms strangers{{{0.1, 0.1, 0.1}, {0.2, 0.1, 0.1}}, {1, 2}};
    for (const Atoms& atoms : {lone, apart, strangers}) {
        for (const Shape& shape : all_shapes()) {
            DeviceSystem<TestType> system(
                device_setup(field, box_of({10, 10, 10}), {{3, 3, 3}}, shape));
            system.adopt(records_of<TestType>(atoms, in_order(atoms.type.size())));
            const Forces found = device_forces(system);
            CHECK(found.energy == 0);
            CHECK(found.virial == std::array<double, 6>{});
            for (const Vec3<double>& f : found.force) CHECK(f == Vec3<double>{0, 0, 0});
        }
    }
}

TEMPLATE_TEST_CASE("device forces keep their bits whatever order the atoms come in", "[gpu]",
                   MixedPrecision, DoublePrecision) {
    const Atoms atoms = jittered({9, 9, 9}, 3, 0.2);
    const Box box = box_of({10, 10.5, 10}, {1, 2, -3});
    const CellGrid grid{{2, 2, 2}};
    const ForceField field = mixture(2.5);
    for (const Shape& shape : all_shapes()) {
        DeviceSystem<TestType> system(device_setup(field, box, grid, shape));
        system.adopt(records_of<TestType>(atoms, in_order(729)));
        const Forces first = device_forces(system);
        DeviceSystem<TestType> again(device_setup(field, box, grid, shape));
        again.adopt(records_of<TestType>(atoms, shuffled(729, 5)));
        const Forces second = device_forces(again);
        CHECK(first.energy == second.energy);
        CHECK(first.virial == second.virial);
        CHECK(first.force == second.force);
    }
}

TEMPLATE_TEST_CASE("device forces do not depend on the skin", "[gpu]", MixedPrecision,
                   DoublePrecision) {
    const Atoms atoms = jittered({7, 7, 7}, 1, 0.3);
    const Box box = box_of({8, 8, 8});
    const ForceField field = argon();
    const auto forces = [&](double skin) {
        DeviceSystem<TestType> system(device_setup(field, box, {{2, 2, 2}}, {64, 4}, skin));
        system.adopt(records_of<TestType>(atoms, in_order(343)));
        return device_forces(system);
    };
    const Forces thin = forces(0.1);
    const Forces thick = forces(0.6);
    CHECK(thick.lists.pairs > thin.lists.pairs);
    const double size = std::abs(thin.energy);
    CHECK(std::abs(thick.energy - thin.energy) < Tolerance<TestType>::sum * size);
    check_forces<TestType>(thick, thin);
}
