// SPDX-License-Identifier: BSD-3-Clause
// A thermostat that a device moves on by itself gives the bits of one that the host moves on.
#include "kernels/device_fluid.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

template <class P>
void check_twins(const Melt& melt, std::int64_t every, const AnyThermostat& thermostat) {
    Fluid<P> host(melt, every, thermostat);
    Fluid<P> device(melt, every, thermostat);
    constexpr Step end = 151;
    host.run_by_host(end, {});
    device.run(40);
    device.run(1);
    device.run(end - device.step);
    CHECK(host.rebuilds > 5);
    check_same(host, device);
}

} // namespace

TEMPLATE_TEST_CASE("a device couples to a thermostat as the host does", "[gpu]", MixedPrecision,
                   DoublePrecision) {
    const std::int64_t every = GENERATE(1, 2, 10, 70);
    const Shape shape = GENERATE(Shape{64, 4}, Shape{128, 1});
    const AnyThermostat thermostat = GENERATE(chain(), rescaling());
    CAPTURE(every, shape.atoms, name_of(thermostat));
    check_twins<TestType>({argon(2.5, Truncation::smooth), 10, shape, false}, every, thermostat);
}

TEST_CASE("a device couples while pairs decide on rebuilds", "[gpu]") {
    check_twins<MixedPrecision>({argon(2.5, Truncation::smooth), 20, {64, 1}, true}, 4,
                                GENERATE(chain(), rescaling()));
}

TEST_CASE("a device couples a mixture of several potentials", "[gpu]") {
    check_twins<MixedPrecision>({mixture(2.5), 20, {64, 4}, true}, 3, chain());
}

TEST_CASE("a device takes up another distance of a thermostat's steps", "[gpu]") {
    const Melt melt{argon(2.5, Truncation::smooth), 10, {64, 4}, false};
    Fluid<MixedPrecision> host(melt, 10);
    Fluid<MixedPrecision> device(melt, 10);
    for (const std::int64_t every : {10, 5, 10, 2, 20}) {
        host.couple_every = device.couple_every = every;
        const Step end = host.step + 40;
        host.run_by_host(end, {});
        device.run(end - device.step);
        check_same(host, device);
    }
}
