// SPDX-License-Identifier: BSD-3-Clause
#include "physics/motion/transformed_velocity.hpp"

#include "core/noise.hpp"
#include "support/catch.hpp"

using namespace mdsim;

namespace {

/// By what part a factor raises the kinetic energy of many atoms.
double energy_gain(double factor) {
    constexpr ParticleId atoms = 100000;
    double before = 0;
    double after = 0;
    for (ParticleId id = 0; id < atoms; ++id) {
        const Vec3<double> drawn =
            gaussian_triple<double>({7, id, 0, NoisePurpose::initial_velocity});
        const Vec3<float> v{static_cast<float>(drawn.x), static_cast<float>(drawn.y),
                            static_cast<float>(drawn.z)};
        const Vec3<float> scaled = transformed_velocity(v, factor, {0, 0, 0});
        const auto square = [](float x) { return double{x} * double{x}; };
        before += square(v.x) + square(v.y) + square(v.z);
        after += square(scaled.x) + square(scaled.y) + square(scaled.z);
    }
    return after / before - 1;
}

} // namespace

TEST_CASE("a factor near one changes the energy as it should, in single precision too",
          "[transformed_velocity]") {
    for (const double part : {3e-6, 3e-7, 2e-7, 1.5e-7, -1.5e-7, -2e-7, -3e-7, -3e-6})
        CHECK(energy_gain(1 + part) == Approx(2 * part).epsilon(0.05));
}

TEST_CASE("a velocity is scaled and shifted", "[transformed_velocity]") {
    const Vec3<double> v = transformed_velocity(Vec3<double>{1, -2, 4}, 0.5, {1, 1, -3});
    CHECK(v == Vec3<double>{1.5, 0, -1});
}
