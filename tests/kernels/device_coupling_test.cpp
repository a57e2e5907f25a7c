// SPDX-License-Identifier: BSD-3-Clause
// A thermostat that a device moves on by itself gives the bits of one that the host moves on.
#include "kernels/device_cases.hpp"
#include "ops/motion.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

constexpr double time_step = 0.004;
constexpr double skin = 0.3;
constexpr NoseHooverChain::Settings settings{3, 2, 1};

struct Melt {
    ForceField field;
    int side; ///< atoms along it, a multiple of 5
    Shape shape;
    bool exact;
};

/// A fluid that has begun step 0.
template <class P> struct Fluid {
    Melt melt;
    double degrees_of_freedom = 3 * std::pow(melt.side, 3) - 3;
    AnyMotion<typename P::Real> motion = VelocityVerlet<typename P::Real>(time_step);
    DeviceSystem<P> system;
    NoseHooverChain chain{settings};
    Step step = 0;
    Step last_rebuild = 0;
    std::int64_t rebuilds = 0;

    explicit Fluid(const Melt& m) : melt(m), system(setup_of(melt)) {
        const Atoms atoms =
            jittered({melt.side, melt.side, melt.side}, static_cast<int>(melt.field.types()), 0.1);
        system.adopt(records_of<P>(atoms, in_order(atoms.type.size())));
        system.draw_velocities(1.4);
        system.store_forces(nullptr);
        begin();
    }

    static DeviceSetup setup_of(const Melt& melt) {
        const double edge = 1.1 * melt.side;
        const int cells = melt.side / 5;
        DeviceSetup setup = device_setup(melt.field, box_of({edge, edge, edge}),
                                         CellGrid{{cells, cells, cells}}, melt.shape, skin);
        for (std::size_t t = 0; t < setup.mass.size(); ++t)
            setup.mass[t] = 1 + 0.5 * static_cast<double>(t);
        setup.exact_check = melt.exact;
        return setup;
    }

    static double wanted(Step step) { return 0.7 + 0.003 * static_cast<double>(step); }

    void begin() {
        const MotionReport report = system.begin_step(motion, step);
        REQUIRE(report.fault == no_atom);
        ++step;
        rebuild_if(2 * std::sqrt(report.displacement2) > skin && system.may_lack_pairs());
    }

    void rebuild_if(bool due) {
        if (!due) return;
        system.rebuild();
        last_rebuild = step;
        ++rebuilds;
    }

    void couple_by_host(std::int64_t every) {
        system.store_forces(nullptr);
        system.complete_step(motion);
        for (int half = 0; half < 2; ++half)
            system.transform_velocities(chain.propagate(system.kinetic_sums().kinetic_energy(),
                                                        degrees_of_freedom, wanted(step),
                                                        static_cast<double>(every) * time_step),
                                        {0, 0, 0});
        begin();
    }

    void run(std::int64_t steps, const StretchCoupling& coupling) {
        Stretch<P> stretch;
        stretch.first = step;
        stretch.steps = steps;
        stretch.motion = {motion};
        stretch.allowed_move = skin / 2;
        stretch.last_rebuild = last_rebuild;
        stretch.coupling = coupling;
        const StretchReport report = system.run(stretch);
        REQUIRE(report.fault == no_atom);
        REQUIRE(report.steps == steps);
        step += steps;
        rebuilds += report.rebuilds;
        last_rebuild = report.last_rebuild;
        rebuild_if(report.rebuild_due);
        if (coupling.every > 0) chain = NoseHooverChain(settings, report.chain);
    }

    void run_coupled(std::int64_t steps, std::int64_t every) {
        StretchCoupling coupling;
        coupling.every = every;
        coupling.time = static_cast<double>(every) * time_step;
        coupling.degrees_of_freedom = degrees_of_freedom;
        coupling.settings = settings;
        coupling.chain = chain.state();
        for (Step s = coupling.next_from(step); s < step + steps || coupling.temperature.empty();
             s += every)
            coupling.temperature.push_back(wanted(s));
        run(steps, coupling);
    }
};

template <class P> void check_twins(const Melt& melt, std::int64_t every) {
    Fluid<P> host(melt);
    Fluid<P> device(melt);
    constexpr Step end = 151;
    while (host.step < end) {
        if (host.step % every == 0) {
            host.couple_by_host(every);
            continue;
        }
        host.run(std::min(every - host.step % every, end - host.step), {});
    }
    device.run_coupled(40, every);
    device.run_coupled(1, every);
    device.run_coupled(end - device.step, every);
    CHECK(host.rebuilds > 5);
    CHECK(host.rebuilds == device.rebuilds);
    CHECK(host.last_rebuild == device.last_rebuild);
    CHECK(host.chain.state().momentum == device.chain.state().momentum);
    CHECK(host.chain.state().potential == device.chain.state().potential);
    CHECK(same_state(host.system, device.system));
}

} // namespace

TEMPLATE_TEST_CASE("a device couples to a thermostat as the host does", "[gpu]", MixedPrecision,
                   DoublePrecision) {
    const std::int64_t every = GENERATE(1, 2, 10, 70);
    const Shape shape = GENERATE(Shape{64, 4}, Shape{128, 1});
    CAPTURE(every, shape.atoms);
    check_twins<TestType>({argon(2.5, Truncation::smooth), 10, shape, false}, every);
}

TEST_CASE("a device couples while pairs decide on rebuilds", "[gpu]") {
    check_twins<MixedPrecision>({argon(2.5, Truncation::smooth), 20, {64, 1}, true}, 4);
}

TEST_CASE("a device couples a mixture of several laws", "[gpu]") {
    check_twins<MixedPrecision>({mixture(2.5), 20, {64, 4}, true}, 3);
}
