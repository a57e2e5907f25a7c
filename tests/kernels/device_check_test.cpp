// SPDX-License-Identifier: BSD-3-Clause
// Lists serve until a pair comes within its cutoff that they lack: as found by looking at all
// pairs.
#include "kernels/device_cases.hpp"
#include "ops/motion.hpp"
#include "physics/pair/pair_table.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

constexpr double time_step = 0.004;
constexpr double skin = 0.3;
constexpr double rounding = 1e-4; ///< of lengths, in what the test computes
constexpr CellGrid grid{{4, 4, 4}};

struct Melt {
    ForceField field;
    Box box;
    int species;
};

Melt argon_melt() { return {argon(2.5, Truncation::smooth), box_of({22, 22, 22}), 1}; }
Melt tilted_mixture() { return {mixture(2.5), box_of({22, 22, 22}, {4, -3, 6}), 3}; }

/// A fluid of 8000 atoms that has begun its first step.
template <class P> struct Fluid {
    using Real = typename P::Real;

    Melt melt;
    DeviceSystem<P> system;
    AnyMotion<Real> motion = VelocityVerlet<Real>(static_cast<Real>(time_step));
    Step step = 0;
    Step last_rebuild = 0;
    std::int64_t rebuilds = 0;

    explicit Fluid(const Melt& m, bool exact = true) : melt(m), system(setup_of(melt, exact)) {
        system.adopt(records_of<P>(jittered({20, 20, 20}, melt.species, 0.1), in_order(8000)));
        system.draw_velocities(1.4);
        begin();
    }

    static DeviceSetup setup_of(const Melt& melt, bool exact) {
        DeviceSetup setup = device_setup(melt.field, melt.box, grid, {64, 4}, skin);
        setup.exact_check = exact;
        return setup;
    }

    void begin() {
        system.store_forces(nullptr);
        const MotionReport report = system.begin_step(motion, step);
        REQUIRE(report.fault == no_atom);
        ++step;
        if (2 * std::sqrt(report.displacement2) > skin && system.may_lack_pairs()) rebuild();
    }

    void rebuild() {
        system.rebuild();
        last_rebuild = step;
        ++rebuilds;
    }

    /// Returns whether a rebuild is due, and has not been done.
    bool run(std::int64_t steps) {
        Stretch<P> stretch;
        stretch.first = step;
        stretch.steps = steps;
        stretch.motion = {motion};
        stretch.allowed_move = skin / 2;
        stretch.last_rebuild = last_rebuild;
        const StretchReport report = system.run(stretch);
        REQUIRE(report.fault == no_atom);
        REQUIRE(report.steps == steps);
        step += steps;
        rebuilds += report.rebuilds;
        last_rebuild = report.last_rebuild;
        return report.rebuild_due;
    }

    void run_on(std::int64_t steps) {
        if (run(steps)) rebuild();
    }

    /// Stops between the kicks and goes on, as a step does that somebody looks at.
    void look() {
        system.store_forces(nullptr);
        system.complete_step(motion);
        begin();
    }
};

/// What all pairs say about the lists.
struct Lacking {
    double farthest = 0; ///< move of an atom [length]
    bool surely =
        false;          ///< a pair is within its cutoff, and was out of range when lists were built
    bool maybe = false; ///< within what the test's rounding can tell
};

template <class P> class AllPairs {
  public:
    AllPairs(const Melt& melt, const Particles<P, Host>& particles)
        : melt_(&melt), particles_(&particles), tables_(make_pair_tables<double>(melt.field)) {}

    Lacking look() const {
        Lacking found;
        const std::size_t count = particles_->size();
        std::vector<double> moved(count);
        for (std::size_t i = 0; i < count; ++i) {
            moved[i] = distance(particles_->site[i], particles_->reference[i]);
            found.farthest = std::max(found.farthest, moved[i]);
        }
        for (std::size_t i = 0; i < count; ++i) {
            // Of a pair that counts, one atom moved at least half the skin.
            for (std::size_t j = 0; moved[i] > 0.49 * skin && j < count; ++j)
                if (i != j) look_at(i, j, found);
        }
        return found;
    }

  private:
    double distance(const Site<P>& a, const Site<P>& b) const {
        const double unit = sizeof(typename P::Fraction) == 4 ? 0x1p-32 : 0x1p-64;
        const auto d = difference(a.position(), b.position());
        const Vec3<double> r =
            unit * (Vec3<double>{static_cast<double>(d.x), static_cast<double>(d.y),
                                 static_cast<double>(d.z)} *
                    melt_->box.edges);
        return std::sqrt(dot(r, r));
    }

    void look_at(std::size_t i, std::size_t j, Lacking& found) const {
        const double now = distance(particles_->site[i], particles_->site[j]);
        const double then = distance(particles_->reference[i], particles_->reference[j]);
        for (const auto& table : tables_) {
            const double cutoff = std::sqrt(
                std::max(0.0, cutoff2(table, static_cast<std::size_t>(particles_->site[i].type),
                                      static_cast<std::size_t>(particles_->site[j].type))));
            if (cutoff == 0) continue;
            const double range = cutoff + skin;
            found.surely |= now < cutoff - rounding && then > range + rounding;
            found.maybe |= now < cutoff + rounding && then > range - rounding;
        }
    }

    static double cutoff2(const AnyPairTable<double>& table, std::size_t a, std::size_t b) {
        return std::visit([a, b](const auto& t) { return t.cutoff_squared[a * t.types + b]; },
                          table);
    }

    const Melt* melt_;
    const Particles<P, Host>* particles_;
    std::vector<AnyPairTable<double>> tables_;
};

} // namespace

TEMPLATE_TEST_CASE("lists serve until they lack a pair", "[gpu]", MixedPrecision, DoublePrecision) {
    int lacking = 0;
    for (const Melt& melt : {argon_melt(), tilted_mixture()}) {
        Fluid<TestType> fluid(melt);
        double farthest = 0;
        while (fluid.rebuilds < 4) {
            const bool due = fluid.run(1);
            const Lacking found = AllPairs<TestType>(melt, fluid.system.look().particles).look();
            CAPTURE(fluid.step, found.farthest);
            if (found.surely) CHECK(due);
            if (!found.maybe && found.farthest < 0.8 * skin) CHECK_FALSE(due);
            farthest = std::max(farthest, due ? 0 : found.farthest);
            lacking += found.surely ? 1 : 0;
            if (due) fluid.rebuild();
        }
        CHECK(farthest > 0.6 * skin);
    }
    CHECK(lacking > 0);
}

TEMPLATE_TEST_CASE("a device gives the same bits with checked lists however its steps are cut",
                   "[gpu]", MixedPrecision, DoublePrecision) {
    Fluid<TestType> whole(argon_melt());
    Fluid<TestType> pieces(argon_melt());
    whole.run_on(150);
    for (const int steps : {1, 7, 30, 2, 60, 50}) pieces.run_on(steps);
    CHECK(whole.rebuilds == pieces.rebuilds);
    CHECK(same_state(whole.system, pieces.system));
    whole.run_on(20);
    for (int k = 0; k < 10; ++k) {
        pieces.run_on(1);
        pieces.look();
    }
    CHECK(whole.rebuilds == pieces.rebuilds);
    CHECK(same_state(whole.system, pieces.system));
    Fluid<TestType> cautious(argon_melt(), false);
    cautious.run_on(170);
    CHECK(cautious.rebuilds > whole.rebuilds);
}

TEST_CASE("lists are renewed early where many atoms of a cell are far", "[gpu]") {
    using P = MixedPrecision;
    Fluid<P> fluid(argon_melt());
    fluid.system.rebuild();
    fluid.last_rebuild = fluid.step;
    fluid.system.transform_velocities(1.0, {10, 0, 0});
    bool due = false;
    for (int k = 0; k < 10 && !due; ++k) due = fluid.run(1);
    CHECK(due);
    CHECK(fluid.step - fluid.last_rebuild <= 6);
    fluid.rebuild();
    fluid.run_on(50);
    CHECK(fluid.rebuilds > 8);
}

TEMPLATE_TEST_CASE("lists serve on where atoms of one cell are far, and others many around them",
                   "[gpu]", MixedPrecision, DoublePrecision) {
    // Each of so many has some 25 groups within reach, which is more than are noted of a cell.
    constexpr int fast_atoms = 80;
    const Melt melt = argon_melt();
    auto records = records_of<TestType>(jittered({20, 20, 20}, 1, 0.1), in_order(8000));
    int fast = 0;
    for (AtomRecord<TestType>& r : records)
        if (fast < fast_atoms && grid.cell_of(r.site) == 21) {
            r.velocity.x = 10;
            ++fast;
        }
    REQUIRE(fast == fast_atoms);
    Fluid<TestType> fluid(melt);
    fluid.system.adopt(records);
    fluid.last_rebuild = fluid.step;
    fluid.begin();
    int served = 0;
    for (bool due = false; !due;) {
        due = fluid.run(1);
        const Lacking found = AllPairs<TestType>(melt, fluid.system.look().particles).look();
        CAPTURE(fluid.step, found.farthest);
        if (found.surely) CHECK(due);
        if (!found.maybe && found.farthest < 0.8 * skin) CHECK_FALSE(due);
        served += !due && found.farthest > 0.6 * skin ? 1 : 0;
    }
    CHECK(served > 0);
}
