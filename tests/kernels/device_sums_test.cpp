// SPDX-License-Identifier: BSD-3-Clause
// What a device adds up over atoms, and does to their velocities: each against the same on the
// host.
#include <limits>
#include <numeric>

#include "kernels/device_mixed.hpp"
#include "kernels/engine/atom_store.hpp"
#include "ops/density_modes.hpp"
#include "ops/descent.hpp"
#include "ops/layer_sums.hpp"
#include "ops/motion.hpp"
#include "physics/motion/maxwell_boltzmann.hpp"
#include "physics/motion/velocity_verlet.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

/// Largest difference of two sets of velocities, in the same order.
template <class P>
double velocity_difference(const Particles<P, Host>& a, const Particles<P, Host>& b) {
    double worst = 0;
    REQUIRE(a.size() == b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
        const Vec3<double> off = vector_of(a.velocity[i]) - vector_of(b.velocity[i]);
        worst = std::max(worst, std::sqrt(dot(off, off)));
    }
    return worst;
}

template <class P> Snapshot<P> copy_of(const SeenAtoms<P>& from) {
    Snapshot<P> to;
    const auto copy = [](auto& target, const auto& source) {
        target.resize_discard(source.size());
        std::copy(source.begin(), source.end(), target.begin());
    };
    copy(to.particles.site, from.particles.site);
    copy(to.particles.id, from.particles.id);
    copy(to.particles.velocity, from.particles.velocity);
    copy(to.particles.force, from.particles.force);
    to.cells = from.cells;
    return to;
}

template <class P> constexpr double rounding() {
    return 4 * static_cast<double>(std::numeric_limits<typename P::Real>::epsilon());
}

} // namespace

TEMPLATE_TEST_CASE("sums over the atoms of a device are those of the host", "[gpu][small]",
                   MixedPrecision, DoublePrecision) {
    Mixed<TestType> mixed;
    const KineticSums found = mixed.system.integrator().kinetic_sums();
    const SeenAtoms<TestType> seen = mixed.system.atoms().look();
    const KineticSums expected = kinetic_sums(seen.particles, seen.cells, mixed_masses);
    CHECK(found.tensor == expected.tensor);
    CHECK(found.momentum == expected.momentum);
    CHECK(found.tensor[0].value() > 1);
}

TEMPLATE_TEST_CASE("layers across the box of a device hold what they do on the host",
                   "[gpu][small]", MixedPrecision, DoublePrecision) {
    Mixed<TestType> mixed;
    const SeenAtoms<TestType> seen = mixed.system.atoms().look();
    for (const Layers layers : {Layers{0, 1}, Layers{1, 7}, Layers{2, 1000}}) {
        const LayerSums found = mixed.system.integrator().layer_sums(layers);
        const LayerSums expected = layer_sums(seen.particles, seen.cells, mixed_masses, layers);
        CHECK(found.atoms == expected.atoms);
        CHECK(found.motion == expected.motion);
        CHECK(std::accumulate(found.atoms.begin(), found.atoms.end(), std::int64_t{0}) > 100);
    }
}

TEMPLATE_TEST_CASE("a device adds up the density modes that the host adds up", "[gpu][small]",
                   MixedPrecision, DoublePrecision) {
    Mixed<TestType> mixed;
    const SeenAtoms<TestType> seen = mixed.system.atoms().look();
    for (const std::size_t shells : {3, 40}) { // one block of waves, and several
        const std::vector<WaveVector> waves =
            find_waves(mixed.box.edges, {0.25 * static_cast<double>(shells), shells, 0}).wave;
        CHECK(waves.size() > (shells == 3 ? 0 : 1000));
        const DensityModes found = mixed.system.integrator().density_modes(waves);
        const DensityModes expected =
            density_modes(seen.particles, seen.cells, mixed_masses.size(), waves);
        CHECK(found.sums == expected.sums);
    }
    CHECK(mixed.system.integrator().density_modes({}).sums.empty());
}

TEMPLATE_TEST_CASE("a device sums the heat current that the host sums", "[gpu][small]",
                   MixedPrecision, DoublePrecision) {
    Mixed<TestType> mixed;
    mixed.system.forces().find_shares();
    const SeenAtoms<TestType> seen = mixed.system.atoms().look();
    const HeatCurrent found = mixed.system.integrator().heat_current();
    const HeatCurrent expected = heat_current(seen.particles, seen.cells, mixed_masses);
    for (std::size_t k = 0; k < found.sum.size(); ++k) {
        CAPTURE(k);
        CHECK(found.sum[k].value() == Approx(expected.sum[k].value()).epsilon(1e-12));
        CHECK(found.sum[k].value() != 0);
    }
}

TEMPLATE_TEST_CASE("a device sums and turns a descent as the host does", "[gpu][small]",
                   MixedPrecision, DoublePrecision) {
    using Real = typename TestType::Real;
    Mixed<TestType> mixed;
    mixed.system.forces().store(WantedSums::none);
    Snapshot<TestType> host = copy_of(mixed.system.atoms().look());
    std::vector<Real> inverse_mass;
    for (const double m : mixed_masses) inverse_mass.push_back(static_cast<Real>(1 / m));
    const DescentSizes sizes = mixed.system.integrator().descent_sizes();
    const DescentSizes expected = descent_sizes(host.particles, host.cells, inverse_mass);
    CHECK(sizes.force2 > 0);
    CHECK(sizes.force2 == expected.force2);
    CHECK(sizes.velocity2 == expected.velocity2);
    CHECK(sizes.acceleration2 == expected.acceleration2);
    const DescentUnits units = DescentUnits::of(sizes);
    const DescentSums sums = mixed.system.integrator().descent_sums(units);
    const DescentSums host_sums = descent_sums(host.particles, host.cells, units);
    CHECK(sums.power == host_sums.power);
    CHECK(sums.velocity2 == host_sums.velocity2);
    CHECK(sums.force2 == host_sums.force2);
    mixed.system.integrator().turn_velocities({0.75, 0.01});
    turn_velocities(host.particles, host.cells, {0.75, 0.01});
    CHECK(velocity_difference(mixed.system.atoms().look().particles, host.particles) <
          rounding<TestType>());
}

TEMPLATE_TEST_CASE("a device changes velocities as the host does", "[gpu][small]", MixedPrecision,
                   DoublePrecision) {
    Mixed<TestType> mixed;
    Snapshot<TestType> expected = copy_of(mixed.system.atoms().look());
    transform_velocities(expected.particles, expected.cells, {1.25, 0.1, 1.5, -0.2, 0.3, 1.75},
                         {0.1, -0.2, 0.3});
    mixed.system.integrator().transform_velocities({1.25, 0.1, 1.5, -0.2, 0.3, 1.75},
                                                   {0.1, -0.2, 0.3});
    CHECK(velocity_difference(mixed.system.atoms().look().particles, expected.particles) <
          rounding<TestType>());
}

TEMPLATE_TEST_CASE("a device draws the velocities that the host draws", "[gpu][small]",
                   MixedPrecision, DoublePrecision) {
    Mixed<TestType> mixed;
    mixed.system.integrator().draw_velocities(1.7, 0);
    const auto& p = mixed.system.atoms().look().particles;
    double worst = 0;
    double square = 0;
    for (std::size_t i = 0; i < p.size(); ++i) {
        const double m = mixed_masses[static_cast<std::size_t>(p.site[i].type)];
        const Vec3<double> expected = maxwell_boltzmann_velocity(11, p.id[i], 0, 1.7, 1 / m);
        const Vec3<double> off = vector_of(p.velocity[i]) - expected;
        worst = std::max(worst, std::sqrt(dot(off, off)));
        square += m * dot(expected, expected);
    }
    CHECK(worst < 10 * rounding<TestType>());
    CHECK(square / (3.0 * 512) == Approx(1.7).epsilon(0.15)); // the standard error is 3.6 %
}

TEMPLATE_TEST_CASE("a device counts the distances that the host counts", "[gpu][small]",
                   MixedPrecision, DoublePrecision) {
    const Atoms atoms = jittered({8, 8, 8}, 3, 0.3);
    Mixed<TestType> mixed(records_of<TestType>(atoms, in_order(512)));
    auto rank = arranged<TestType>(atoms, in_order(512), mixed.box, mixed.grid, 128);
    PairDriver<TestType> driver(mixed.field, {0.3, 0, 128});
    const std::vector<std::uint8_t> seen;
    const BoxState state = BoxState::at_start(mixed.box, mixed.grid);
    driver.rebuild({&state, &rank.cells, &rank.particles, &seen});
    const double range = 1.75; // the shortest cutoff of the mixture
    // Of so many single precision is mostly sure, half of them, or none; these are too many for the
    // memory of a block.
    const std::size_t bins = GENERATE(std::size_t{100}, std::size_t{60'000}, std::size_t{200'000});
    PairHistogram expected(range, bins, 3);
    PairHistogram found(range, bins, 3);
    driver.count_distances(rank.particles, expected);
    mixed.system.forces().begin_counting(found);
    mixed.system.forces().store(WantedSums::none); // meanwhile the atoms move on
    mixed.system.integrator().begin_step(velocity_verlet<typename TestType::Real>(0.004), 0);
    mixed.system.forces().end_counting(found);
    std::int64_t total = 0, found_total = 0, off = 0;
    for (std::size_t k = 0; k < expected.count.size(); ++k) {
        total += expected.count[k];
        found_total += found.count[k];
        off += std::abs(expected.count[k] - found.count[k]);
    }
    CHECK(total > 5000);
    if (sizeof(typename TestType::Real) == 8) {
        CHECK(off == 0);
        return;
    }
    // A pair at the edge of a bin may be counted on either side of it, and so at that of the range.
    CHECK(std::abs(found_total - total) <= 2);
    if (bins == 100) CHECK(off <= 2 + total / 2000);
}

TEST_CASE("a device counts distances of pairs without a potential", "[gpu][small]") {
    using P = DoublePrecision;
    ForceFieldSpec spec;
    spec.species = {"A", "B"};
    spec.pairs = {{"", 0, 0, lj(1, 1, 2.5)}, {"", 0, 1, std::nullopt}, {"", 1, 1, lj(1, 0.8, 1.2)}};
    const ForceField field(spec);
    const Atoms atoms = jittered({8, 8, 8}, 2, 0.2);
    DeviceSetup setup = device_setup(field, box_of({9, 9.5, 9}, {2, -1, 3}), {{3, 2, 2}});
    setup.mass = {1.0, 1.0};
    setup.sampled_range = 2.4;
    DeviceSystem<P> system(setup);
    system.adopt(records_of<P>(atoms, in_order(512)));
    PairHistogram found(setup.sampled_range, 24, 2);
    system.forces().count_distances(found);
    auto rank = arranged<P>(atoms, in_order(512), setup.box, setup.grid, 128);
    PairDriver<P> driver(field, {0.3, setup.sampled_range, 128});
    const std::vector<std::uint8_t> seen;
    const BoxState state = BoxState::at_start(setup.box, setup.grid);
    driver.rebuild({&state, &rank.cells, &rank.particles, &seen});
    PairHistogram expected = found.empty_copy();
    driver.count_distances(rank.particles, expected);
    CHECK(found.count == expected.count);
    CHECK(expected.count[24 + 20] > 0);
}

TEST_CASE("distances beyond all cutoffs are counted as far as the lists reach", "[gpu][small]") {
    using P = DoublePrecision;
    const ForceField field = argon(1.5);
    const Atoms atoms = jittered({7, 7, 7}, 1, 0.3);
    DeviceSetup setup = device_setup(field, box_of({8, 8, 8}), {{2, 2, 2}});
    setup.sampled_range = 2.4;
    DeviceSystem<P> system(setup);
    system.adopt(records_of<P>(atoms, in_order(343)));
    PairHistogram found(2.4, 3, 1);
    system.forces().count_distances(found);
    const auto counted_with = [&](double cutoff) {
        const ForceField longer = argon(cutoff);
        DeviceSystem<P> other(device_setup(longer, setup.box, setup.grid));
        other.adopt(records_of<P>(atoms, in_order(343)));
        PairHistogram counted(2.4, 3, 1);
        other.forces().count_distances(counted);
        return counted.count;
    };
    CHECK(found.count == counted_with(2.5));
    CHECK(found.count[2] > 1000);
}
