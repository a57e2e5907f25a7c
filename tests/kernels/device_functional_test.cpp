// SPDX-License-Identifier: BSD-3-Clause
// Functionals on a device: a round between two walks over the same lists, and clusters in records.
#include <cstring>

#include "kernels/device_fluid.hpp"
#include "kernels/law_as_functional.hpp"
#include "physics/functional/reference.hpp"
#include "support/adp_cases.hpp"
#include "support/cluster_cases.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

GuptaParams gupta(double a, double xi, double cutoff = 2.3) {
    return {a, xi, 10.0, 2.6, 1.1, cutoff, 0.8 * cutoff};
}

ForceField pure() {
    ForceFieldSpec spec;
    spec.species = {"A"};
    spec.functionals = {{"", 0, 0, gupta(0.2, 1.2)}};
    return ForceField(spec);
}

/// Two species of one functional, and a third that a pair potential joins to them.
ForceField alloy() {
    ForceFieldSpec spec;
    spec.species = {"A", "B", "C"};
    spec.functionals = {{"", 0, 0, gupta(0.2, 1.2)},
                        {"", 0, 1, gupta(0.25, 1.3, 2.2)},
                        {"", 1, 1, gupta(0.3, 1.1, 2.1)}};
    spec.pairs = {{"", 0, 2, lj(1, 1, 2.2, Truncation::smooth)},
                  {"", 1, 2, lj(0.7, 1, 2.0, Truncation::smooth)},
                  {"", 2, 2, lj(1, 1, 2.3, Truncation::smooth)}};
    return ForceField(spec);
}

Forces reference_of(const ForceCase& c) {
    std::vector<Vec3<double>> position;
    for (const Vec3<double>& s : c.atoms.fraction) position.push_back(s * c.box.edges);
    std::vector<TypeId> type;
    for (const auto t : c.atoms.type) type.push_back(static_cast<TypeId>(t));
    const ReferenceForces reference = reference_forces(c.field, c.box, position, type);
    Forces expected;
    expected.force = reference.force;
    expected.energy = reference.energy;
    for (std::size_t k = 0; k < 6; ++k) expected.virial[k] = reference.virial[k];
    return expected;
}

template <class P> void check_functional(const ForceCase& c) {
    const Forces expected = reference_of(c);
    for (const CellGrid& grid : c.grids) {
        for (const Shape& shape : all_shapes()) {
            CAPTURE(P::name, shape.atoms, shape.lanes, grid.count.x);
            check_forces<P>(DeviceForces::forces<P>(c, grid, shape), expected);
        }
    }
}

/// Runs two fluids, one step by step by the host where steps are split.
template <class P> void check_twins(const Melt& melt, std::int64_t every) {
    Fluid<P> host(melt, every);
    Fluid<P> device(melt, every);
    constexpr Step end = 121;
    BatchSamples samples;
    for (Step s = 20; s < end; s += 25) REQUIRE(samples.add(s));
    host.run_by_host(end, samples);
    device.run_by_device(end, samples, 33);
    CHECK(host.rebuilds > 2);
    check_same(host, device);
    REQUIRE(host.samples.size() == device.samples.size());
    for (std::size_t k = 0; k < host.samples.size(); ++k)
        CHECK(host.samples[k].pair.energy.value() == device.samples[k].pair.energy.value());
}

} // namespace

TEST_CASE("forces of a functional are those of the direct sum on a device", "[gpu]") {
    const Box box = box_of({8.8, 8.8, 8.8}, {2, -1, 3});
    for (const ForceField& field : {pure(), alloy()}) {
        const auto types = static_cast<int>(field.types());
        const ForceCase large{jittered({8, 8, 8}, types, 0.15), field, box, {{{2, 3, 2}}}};
        const ForceCase small{
            jittered({3, 4, 3}, types, 0.15), field, box_of({3.3, 4.5, 3.5}), {{{1, 1, 1}}}};
        for (const ForceCase& c : {large, small}) {
            check_functional<MixedPrecision>(c);
            check_functional<DoublePrecision>(c);
        }
    }
}

TEST_CASE("forces of clusters and by moments are those of the direct sum on a device", "[gpu]") {
    for (const auto& groups : {cluster_groups(), moment_groups()}) {
        for (const ForceGroup& group : groups) {
            SECTION(group.name) {
                for (const ForceCase& c : group.cases()) {
                    check_functional<MixedPrecision>(c);
                    check_functional<DoublePrecision>(c);
                }
            }
        }
    }
}

TEMPLATE_TEST_CASE("clusters keep their bits however steps are split on a device", "[gpu]",
                   MixedPrecision, DoublePrecision) {
    const std::int64_t every = GENERATE(0, 10);
    for (const ForceField& field : directed(1))
        check_twins<TestType>({field, 10, {64, 4}, false}, every);
}

TEMPLATE_TEST_CASE("moments keep their bits however steps are split on a device", "[gpu]",
                   MixedPrecision, DoublePrecision) {
    const std::int64_t every = GENERATE(0, 10);
    check_twins<TestType>({ForceField(adp_spec(1)), 10, {64, 4}, false}, every);
}

TEMPLATE_TEST_CASE("a pair potential written as a functional has its bits on a device", "[gpu]",
                   MixedPrecision, DoublePrecision) {
    ForceFieldSpec spec;
    spec.species = {"A", "B", "C"};
    for (TypeId a = 0; a < 3; ++a)
        for (TypeId b = a; b < 3; ++b)
            spec.pairs.push_back({"", a, b, lj(1 + 0.1 * a, 1 - 0.05 * b, 2.3, Truncation::shift)});
    const ForceField field(spec);
    const ForceCase large{
        jittered({8, 8, 8}, 3, 0.2), field, box_of({8.8, 8.8, 8.8}), {{{2, 2, 2}}}};
    const ForceCase small{
        jittered({3, 4, 3}, 3, 0.2), field, box_of({3.3, 4.5, 3.5}), {{{1, 1, 1}}}};
    for (const ForceCase& c : {large, small}) {
        for (const Shape& shape : all_shapes()) {
            CAPTURE(shape.atoms, shape.lanes);
            const TwoWays<TestType> both = stored_both_ways<TestType>(c, shape);
            CHECK(both.slopes_told);
            REQUIRE(both.as_potential.force.size() == c.atoms.type.size());
            CHECK(std::memcmp(both.as_potential.force.data(), both.as_functional.force.data(),
                              both.as_potential.force.size() *
                                  sizeof both.as_potential.force.front()) == 0);
            CHECK(both.as_potential.sums == both.as_functional.sums);
        }
    }
}

TEMPLATE_TEST_CASE("a functional keeps its bits however steps are split on a device", "[gpu]",
                   MixedPrecision, DoublePrecision) {
    const std::int64_t every = GENERATE(0, 1, 10);
    CAPTURE(every);
    check_twins<TestType>({pure(), 10, {64, 4}, false}, every);
    check_twins<TestType>({alloy(), 10, {128, 1}, false}, every);
}

TEST_CASE("a functional on a device conserves energy", "[gpu]") {
    Fluid<DoublePrecision> fluid({pure(), 10, {64, 4}, false});
    BatchSamples samples;
    for (Step s = 10; s <= 1010; s += 100) REQUIRE(samples.add(s));
    fluid.run_by_device(1011, samples, 400);
    const auto total = [](const BatchSample& s) {
        return s.pair.energy.value() + s.kinetic.kinetic_energy();
    };
    REQUIRE(fluid.samples.size() == 11);
    for (const BatchSample& s : fluid.samples)
        CHECK(std::abs(total(s) - total(fluid.samples.front())) < 2e-3 * std::abs(total(s)));
}
