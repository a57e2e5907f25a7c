// SPDX-License-Identifier: BSD-3-Clause
// What a device does to atoms between steps, each against the same on the host.
#include <limits>

#include "kernels/device_cases.hpp"
#include "ops/motion.hpp"
#include "physics/motion/maxwell_boltzmann.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

const std::vector<double> masses{1.0, 0.4, 2.5};

/// Atoms of three species with velocities in a tilted box.
template <class P> struct Mixed {
    ForceField field = mixture(2.5);
    Box box = box_of({9, 9.5, 9}, {2, -1, 3});
    CellGrid grid{{3, 2, 2}};
    DeviceSystem<P> system;

    explicit Mixed(const std::vector<AtomRecord<P>>& records) : system(setup()) {
        system.adopt(records);
    }
    Mixed() : Mixed(moving_records<P>(jittered({8, 8, 8}, 3, 0.2), 2)) {}

    DeviceSetup setup() const {
        DeviceSetup s = device_setup(field, box, grid);
        s.mass = masses;
        return s;
    }
};

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

template <class P> Snapshot<P> copy_of(const Snapshot<P>& from) {
    Snapshot<P> to;
    const auto copy = [](auto& target, const auto& source) {
        target.resize_discard(source.size());
        std::copy(source.begin(), source.end(), target.begin());
    };
    copy(to.particles.site, from.particles.site);
    copy(to.particles.id, from.particles.id);
    copy(to.particles.velocity, from.particles.velocity);
    to.cells = from.cells;
    return to;
}

template <class P> constexpr double rounding() {
    return 4 * static_cast<double>(std::numeric_limits<typename P::Real>::epsilon());
}

/// The longest side of the box around a group of 32 atoms, on average [box edges].
template <class P> double side_of_groups(const Snapshot<P>& seen) {
    double sum = 0;
    int groups = 0;
    for (const LocalCell& cell : seen.cells.cells) {
        for (LocalIndex g = 0; g < cell.count; g += 32, ++groups) {
            Vec3<double> low{1, 1, 1};
            Vec3<double> high{-1, -1, -1};
            for (LocalIndex i = g; i < std::min(g + 32, cell.count); ++i) {
                const Site<P>& s = seen.particles.site[cell.first + i];
                const Vec3<double> u{to_double(s.x), to_double(s.y), to_double(s.z)};
                for (int d = 0; d < 3; ++d) low[d] = std::min(low[d], u[d]);
                for (int d = 0; d < 3; ++d) high[d] = std::max(high[d], u[d]);
            }
            const Vec3<double> side = high - low;
            sum += std::max({side.x, side.y, side.z});
        }
    }
    return sum / groups;
}

} // namespace

TEMPLATE_TEST_CASE("a device keeps what it adopts, in an order that the atoms alone decide",
                   "[gpu][small]", MixedPrecision, DoublePrecision) {
    const Atoms atoms = jittered({8, 8, 8}, 3, 0.2);
    auto records = moving_records<TestType>(atoms, 2);
    for (AtomRecord<TestType>& r : records) r.image = {static_cast<int>(r.id % 3) - 1, 4, -7};
    Mixed<TestType> mixed(records);
    const Snapshot<TestType>& seen = mixed.system.look();
    REQUIRE(seen.particles.size() == records.size());
    for (std::size_t i = 0; i < records.size(); ++i) {
        const auto& r = records[static_cast<std::size_t>(seen.particles.id[i])];
        CHECK(seen.particles.site[i].position() == r.site.position());
        CHECK(seen.particles.site[i].type == r.site.type);
        CHECK(seen.particles.reference[i].position() == r.site.position());
        CHECK(vector_of(seen.particles.velocity[i]) == vector_of(r.velocity));
        CHECK(seen.particles.image[i] == r.image);
    }
    std::vector<AtomRecord<TestType>> other;
    for (const std::size_t i : shuffled(records.size(), 9)) other.push_back(records[i]);
    Mixed<TestType> again(other);
    CHECK(same_state(mixed.system, again.system));
}

TEMPLATE_TEST_CASE("atoms of large cells lie in compact groups, in whatever order they came",
                   "[gpu][small]", MixedPrecision, DoublePrecision) {
    // 3375 atoms a cell, many with equal coordinates, and 2744 in one of eight cells.
    const Atoms crystal = jittered({30, 30, 30}, 1, 0);
    const Atoms drop = jittered({14, 14, 14}, 1, 0.3, {0.02, 0.02, 0.02}, {0.48, 0.48, 0.48});
    const ForceField field = argon();
    const DeviceSetup setup = device_setup(field, box_of({33, 33, 33}), {{2, 2, 2}});
    for (const Atoms& atoms : {crystal, drop}) {
        const std::size_t count = atoms.type.size();
        DeviceSystem<TestType> system(setup);
        system.adopt(records_of<TestType>(atoms, in_order(count)));
        DeviceSystem<TestType> again(setup);
        again.adopt(records_of<TestType>(atoms, shuffled(count, 9)));
        CHECK(same_state(system, again));
        // About four lattice constants of 1.1; 32 atoms in a cube have three.
        CHECK(33 * side_of_groups(system.look()) < 5);
    }
}

TEMPLATE_TEST_CASE("cells of a device hold the atoms that lie in them", "[gpu][small]",
                   MixedPrecision, DoublePrecision) {
    Mixed<TestType> mixed;
    mixed.system.rebuild();
    const Snapshot<TestType>& seen = mixed.system.look();
    REQUIRE(seen.cells.cells.size() == static_cast<std::size_t>(mixed.grid.total()));
    LocalIndex next = 0;
    for (const LocalCell& cell : seen.cells.cells) {
        CHECK(cell.owned);
        CHECK(cell.first == next);
        for (LocalIndex i = cell.first; i < cell.first + cell.count; ++i)
            CHECK(mixed.grid.cell_of(seen.particles.site[i]) == cell.cell);
        next += cell.count;
    }
    CHECK(next == seen.particles.size());
    std::vector<std::int64_t> count(static_cast<std::size_t>(mixed.grid.total()), 0);
    mixed.system.count_atoms(count);
    for (const LocalCell& cell : seen.cells.cells)
        CHECK(count[static_cast<std::size_t>(cell.cell)] == cell.count);
}

TEMPLATE_TEST_CASE("a resumed device has its lists on the old positions and its atoms on the new",
                   "[gpu][small]", MixedPrecision, DoublePrecision) {
    using Fraction = typename TestType::Fraction;
    auto records = moving_records<TestType>(jittered({8, 8, 8}, 3, 0.2), 2);
    for (AtomRecord<TestType>& r : records) {
        const double s = 0.005 * (uniform(4, static_cast<std::uint64_t>(r.id)) - 0.5);
        r.moved = {to_fixed_fraction<Fraction>(0.003),
                   static_cast<Fraction>(s * std::ldexp(1.0, fraction_bits<Fraction>)), 0};
    }
    Mixed<TestType> mixed(records);
    const Forces found = device_forces(mixed.system);
    const Snapshot<TestType>& seen = mixed.system.look();
    for (std::size_t i = 0; i < records.size(); ++i) {
        const auto& r = records[static_cast<std::size_t>(seen.particles.id[i])];
        CHECK(seen.particles.reference[i].position() == r.site.position());
        CHECK(seen.particles.site[i].x == advanced(r.site.x, r.moved.x));
        CHECK(seen.particles.site[i].y == advanced(r.site.y, r.moved.y));
        CHECK(seen.particles.site[i].z == r.site.z);
    }
    check_forces<TestType>(found, direct_sum(seen.particles, mixed.field, mixed.box));
}

TEMPLATE_TEST_CASE(
    "an atom that flies through faces of the box is counted through them on a device",
    "[gpu][small]", MixedPrecision, DoublePrecision) {
    using Real = typename TestType::Real;
    const ForceField field = argon();
    const Box box = box_of({6, 7, 8}, {1, -2, 1.5});
    DeviceSetup setup = device_setup(field, box, {{2, 2, 2}});
    DeviceSystem<TestType> system(setup);
    auto records = records_of<TestType>({{{0.5, 0.25, 0.75}}, {0}}, {0});
    const Vec3<double> v{1.5, -0.75, 2.25};
    records[0].velocity = {Real(1.5), Real(-0.75), Real(2.25), Real(0)};
    system.adopt(records);
    const AnyMotion<Real> motion = VelocityVerlet<Real>(0.0625);
    system.store_forces(nullptr);
    REQUIRE(system.begin_step(motion, 0).fault == no_atom);
    Stretch<TestType> stretch;
    stretch.first = 1;
    stretch.steps = 255;
    stretch.motion = {motion};
    stretch.allowed_move = 0.5;
    const StretchReport report = system.run(stretch);
    REQUIRE(report.steps == 255);
    CHECK(report.rebuilds > 50);
    system.rebuild();
    const auto& p = system.look().particles;
    const Vec3<double> found{to_double(p.site[0].x) + p.image[0].x,
                             to_double(p.site[0].y) + p.image[0].y,
                             to_double(p.site[0].z) + p.image[0].z};
    const Vec3<double> moved = (found - Vec3<double>{0.5, 0.25, 0.75}) * box.edges;
    for (int d = 0; d < 3; ++d) CHECK(moved[d] == Approx(256 * 0.0625 * v[d]).margin(1e-5));
}

TEMPLATE_TEST_CASE("sums over the atoms of a device are those of the host", "[gpu][small]",
                   MixedPrecision, DoublePrecision) {
    Mixed<TestType> mixed;
    const KineticSums found = mixed.system.kinetic_sums();
    const Snapshot<TestType>& seen = mixed.system.look();
    const KineticSums expected = kinetic_sums(seen.particles, seen.cells, masses);
    CHECK(found.tensor == expected.tensor);
    CHECK(found.momentum == expected.momentum);
    CHECK(found.tensor[0].value() > 1);
}

TEMPLATE_TEST_CASE("a device changes velocities as the host does", "[gpu][small]", MixedPrecision,
                   DoublePrecision) {
    Mixed<TestType> mixed;
    Snapshot<TestType> expected = copy_of(mixed.system.look());
    transform_velocities(expected.particles, expected.cells, 1.25, {0.1, -0.2, 0.3});
    mixed.system.transform_velocities(1.25, {0.1, -0.2, 0.3});
    CHECK(velocity_difference(mixed.system.look().particles, expected.particles) <
          rounding<TestType>());
}

TEMPLATE_TEST_CASE("a device draws the velocities that the host draws", "[gpu][small]",
                   MixedPrecision, DoublePrecision) {
    Mixed<TestType> mixed;
    mixed.system.draw_velocities(1.7);
    const auto& p = mixed.system.look().particles;
    double worst = 0;
    double square = 0;
    for (std::size_t i = 0; i < p.size(); ++i) {
        const double m = masses[static_cast<std::size_t>(p.site[i].type)];
        const Vec3<double> expected = maxwell_boltzmann_velocity(11, p.id[i], 1.7, 1 / m);
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
    PairDriver<TestType, Host> driver(mixed.field, {0.3, 0, 128});
    const std::vector<std::uint8_t> seen;
    driver.rebuild({&mixed.box, &mixed.grid, &rank.cells, &rank.particles, &seen});
    const double range = 1.75; // the shortest cutoff of the mixture
    PairHistogram expected(range, 100, 3);
    PairHistogram found(range, 100, 3);
    driver.count_distances(rank.particles, expected);
    mixed.system.count_distances(found);
    std::int64_t total = 0;
    std::int64_t off = 0;
    for (std::size_t k = 0; k < expected.count.size(); ++k) {
        total += expected.count[k];
        off += std::abs(expected.count[k] - found.count[k]);
    }
    CHECK(total > 5000);
    // A pair at the edge of a bin may be counted on either side of it.
    CHECK(off <= (sizeof(typename TestType::Real) == 4 ? 2 + total / 2000 : 0));
}

TEST_CASE("distances beyond all cutoffs are counted as far as the lists reach", "[gpu][small]") {
    using P = DoublePrecision;
    const ForceField field = argon(1.5);
    const Atoms atoms = jittered({7, 7, 7}, 1, 0.3);
    DeviceSetup setup = device_setup(field, box_of({8, 8, 8}), {{2, 2, 2}});
    setup.reach = 2.4;
    DeviceSystem<P> system(setup);
    system.adopt(records_of<P>(atoms, in_order(343)));
    PairHistogram found(2.4, 3, 1);
    system.count_distances(found);
    const auto counted_with = [&](double cutoff) {
        const ForceField longer = argon(cutoff);
        DeviceSystem<P> other(device_setup(longer, setup.box, setup.grid));
        other.adopt(records_of<P>(atoms, in_order(343)));
        PairHistogram counted(2.4, 3, 1);
        other.count_distances(counted);
        return counted.count;
    };
    CHECK(found.count == counted_with(2.5));
    CHECK(found.count[2] > 1000);
}
