// SPDX-License-Identifier: BSD-3-Clause
// Ways in which kernels hold potentials: two types in registers, forces of tables on a curve.
#include <string>

#include "kernels/device_cases.hpp"
#include "physics/curve/potential_curve.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

struct OnDevice : DeviceForces {
    static std::vector<Shape> shapes() { return {{64, 4}, {256, 1}}; }
};

ForceField two_types(const PairInteraction& like, const PairInteraction& other,
                     const std::optional<PairInteraction>& unlike) {
    ForceFieldSpec spec;
    spec.species = {"A", "B"};
    spec.pairs = {{"", 0, 0, like}, {"", 0, 1, unlike}, {"", 1, 1, other}};
    return ForceField(spec);
}

/// Atoms of a disordered dense liquid, periodic with nearest images or several.
ForceCase liquid(const ForceField& field, bool small) {
    const auto species = static_cast<int>(field.types());
    if (small)
        return {jittered({3, 4, 3}, species, 0.2), field, box_of({3.4, 4.5, 3.6}), {{{1, 1, 1}}}};
    return {jittered({8, 8, 8}, species, 0.2), field, box_of({9.1, 9.1, 9.1}), {{{2, 3, 2}}}};
}

void check_both_precisions(const ForceField& field) {
    for (const bool small : {false, true}) {
        const ForceCase c = liquid(field, small);
        check_case<MixedPrecision, OnDevice>(c);
        check_case<DoublePrecision, OnDevice>(c);
    }
}

/// Atoms that come into the cores of curves.
void check_dense(const ForceField& field) {
    const ForceCase dense{
        jittered({8, 8, 8}, 1, 0.2), field, box_of({7.2, 7.2, 7.2}), {{{2, 3, 2}}}};
    check_case<MixedPrecision, OnDevice>(dense);
    check_case<DoublePrecision, OnDevice>(dense);
}

/// Lennard-Jones as a table that begins at `from`.
TableParams table_from(double from, int rows) {
    return tabulated([](double r) { return 4 * (std::pow(r, -12) - std::pow(r, -6)); },
                     [](double r) { return 48 * std::pow(r, -13) - 24 * std::pow(r, -7); }, from,
                     3.0, rows, false);
}

/// The same with ripples that a table follows and no curve.
TableParams table_with_ripples() {
    constexpr double height = 0.02, number = 400;
    return tabulated(
        [](double r) {
            return 4 * (std::pow(r, -12) - std::pow(r, -6)) -
                   height / number * std::sin(number * r);
        },
        [](double r) {
            return 48 * std::pow(r, -13) - 24 * std::pow(r, -7) + height * std::cos(number * r);
        },
        0.7, 3.0, 8000, false);
}

StoredCurve curve_of(const ForceField& field) {
    return potential_curve(make_pair_tables<float>(field).front());
}

} // namespace

TEST_CASE("two types have the forces of the direct sum on a device", "[gpu]") {
    for (const Truncation truncation : all_truncations()) {
        CAPTURE(static_cast<int>(truncation));
        check_both_precisions(two_types(lj(1, 1, 2.5, truncation), lj(0.5, 0.88, 2.2, truncation),
                                        lj(1.5, 0.8, 2.0, truncation)));
    }
}

TEST_CASE("two types that do not see each other, and two with tables, on a device", "[gpu]") {
    check_both_precisions(two_types(lj(1, 1, 2.5), lj(0.5, 0.88, 2.2), std::nullopt));
    const PairInteraction table{tabulated_lennard_jones(2000, false), 2.3, Truncation::shift, 0};
    check_both_precisions(two_types(table, table, table));
    check_both_precisions(two_types(table, lj(0.5, 0.88, 2.2), table));
}

TEST_CASE("tables with and without a curve have the forces of the direct sum", "[gpu]") {
    const ForceField smooth = single(table_from(0.6, 4000), Truncation::smooth);
    const ForceField on_curve = single(table_from(0.6, 4000), Truncation::shift);
    const ForceField wide = single(table_from(0.05, 20000), Truncation::shift);
    const ForceField rippled = single(table_with_ripples(), Truncation::shift);
    for (const ForceField& field : {smooth, on_curve, wide})
        REQUIRE(!curve_of(field).pieces.empty());
    REQUIRE(curve_of(rippled).pieces.empty());
    for (const ForceField& field : {smooth, on_curve, wide, rippled}) check_both_precisions(field);
}

TEST_CASE("pairs of a table within the core of its curve are computed", "[gpu]") {
    for (const Truncation truncation : all_truncations()) {
        const ForceField field = single(table_from(0.4, 8000), truncation);
        REQUIRE(curve_of(field).curve.core > 0.5f); // where atoms of the dense liquid come
        check_dense(field);
    }
}

TEST_CASE("a sum is read from a curve but for pairs within its core", "[gpu]") {
    const auto on_curve = lennard_jones_and_yukawa();
    auto far = on_curve;
    far.second = tabulated([](double r) { return 0.1 * std::pow(r, -4); },
                           [](double r) { return 0.4 * std::pow(r, -5); }, 0.7, 6.0, 3000, false);
    for (const Truncation truncation : {Truncation::cut, Truncation::shift, Truncation::smooth}) {
        const ForceField plain = single(on_curve, truncation);
        const ForceField wide = single(far, truncation, 5.9, 5.0);
        REQUIRE(curve_of(plain).curve.core < 0.6f);
        REQUIRE(!curve_of(plain).pieces.empty());
        REQUIRE(curve_of(wide).curve.core > 0.5f); // where atoms of the dense liquid come
        check_both_precisions(plain);
        check_dense(wide);
    }
}

TEMPLATE_TEST_CASE("asking for energies does not change the forces of a device", "[gpu]",
                   MixedPrecision, DoublePrecision) {
    const PairInteraction table{tabulated_lennard_jones(2000, false), 2.3, Truncation::shift, 0};
    for (const ForceField& field :
         {argon(), single(table_from(0.6, 4000), Truncation::shift),
          single(table_from(0.6, 4000), Truncation::force_shift), two_types(table, table, table),
          single(lennard_jones_and_yukawa(), Truncation::shift), sums(2, Truncation::shift),
          two_types(lj(1, 1, 2.5), lj(0.5, 0.88, 2.2), lj(1.5, 0.8, 2.0))}) {
        const ForceCase c = liquid(field, false);
        DeviceSystem<TestType> system(device_setup(field, c.box, c.grids[0], {128, 2}));
        system.adopt(records_of<TestType>(c.atoms, in_order(c.atoms.type.size())));
        const Forces with_energy = device_forces(system);
        system.forces().store(WantedSums::none);
        const SeenAtoms<TestType> seen = system.atoms().look();
        bool same = true;
        for (std::size_t i = 0; i < c.atoms.type.size(); ++i)
            same = same && vector_of(seen.particles.force[i]) ==
                               with_energy.force[static_cast<std::size_t>(seen.particles.id[i])];
        CHECK(same);
    }
}
