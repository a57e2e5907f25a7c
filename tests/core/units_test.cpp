// SPDX-License-Identifier: BSD-3-Clause
#include "core/units.hpp"

#include <cmath>
#include <initializer_list>

#include "core/error.hpp"
#include "support/catch.hpp"

using namespace mdsim;

namespace {

constexpr std::initializer_list<Dimension> all_dimensions{
    Dimension::none,  Dimension::length,   Dimension::time,        Dimension::energy,
    Dimension::mass,  Dimension::velocity, Dimension::temperature, Dimension::pressure,
    Dimension::force, Dimension::density,  Dimension::charge,      Dimension::wall_time};

} // namespace

TEST_CASE("units convert there and back") {
    for (const auto& system : enum_names(UnitSystem{})) {
        for (const auto& set : enum_names(ConstantSet{})) {
            if (!has_constants(set.value, system.value)) {
                CHECK_THROWS_AS(Units(system.value, set.value), ContractError);
                continue;
            }
            const Units units(system.value, set.value);
            for (const Dimension dimension : all_dimensions) {
                const double there = units.to_internal(dimension, 3.7);
                CHECK(units.to_user(dimension, there) == Approx(3.7).epsilon(1e-15));
            }
        }
    }
}

TEST_CASE("reduced units are the internal ones and have no names") {
    const Units units(UnitSystem::lj);
    for (const Dimension dimension : all_dimensions) {
        CHECK(units.to_internal(dimension, 3.7) == 3.7);
    }
    CHECK(units.name(Dimension::length).empty());
    CHECK(units.speed_time_name() == "tau");
    CHECK(units.to_speed_time(2.5) == 2.5);
}

// The expected values were worked out by hand from the SI: kT of 300 K is 4.141947e-21 J; one
// atmosphere is 101325 Pa; argon of 39.948 g/mol moving at v has the kinetic energy m v^2 / 2.
TEST_CASE("internal units agree with the SI") {
    constexpr double avogadro = 6.02214076e23;
    constexpr double joule_of_300_kelvin = 300 * 1.380649e-23;
    struct Case {
        UnitSystem system;
        double joule;  // of one unit of energy
        double metre;  // of one unit of length
        double second; // of one unit of time
        double pascal; // of one unit of pressure
    };
    const auto c = GENERATE(Case{UnitSystem::metal, 1.602176634e-19, 1e-10, 1e-12, 1e5},
                            Case{UnitSystem::real, 4184 / 6.02214076e23, 1e-10, 1e-15, 101325},
                            Case{UnitSystem::nano, 1000 / 6.02214076e23, 1e-9, 1e-12, 1e5});
    const Units units(c.system);
    CHECK(units.to_internal(Dimension::temperature, 300) * c.joule ==
          Approx(joule_of_300_kelvin).epsilon(1e-13));
    const double mass = units.to_internal(Dimension::mass, 39.948);
    const double kilogram = mass * c.joule * c.second * c.second / (c.metre * c.metre);
    CHECK(kilogram == Approx(39.948e-3 / avogadro).epsilon(1e-13));
    const double pressure = units.to_internal(Dimension::pressure, 7.0);
    CHECK(pressure * c.joule / std::pow(c.metre, 3) == Approx(7 * c.pascal).epsilon(1e-13));
    CHECK(units.to_speed_time(1) == Approx(c.second * 1e9).epsilon(1e-13));
}

TEST_CASE("the constants of other programs differ from CODATA where those programs do") {
    const Units metal(UnitSystem::metal, ConstantSet::lammps);
    CHECK(metal.to_internal(Dimension::temperature, 1) == 8.617343e-5);
    CHECK(metal.to_internal(Dimension::mass, 1) == 1.0364269e-4);
    CHECK(metal.to_user(Dimension::pressure, 1) == 1.6021765e6);
    const Units real(UnitSystem::real, ConstantSet::lammps);
    CHECK(real.to_internal(Dimension::temperature, 1) == 0.0019872067);
    CHECK(std::sqrt(real.to_internal(Dimension::mass, 1)) == Approx(48.88821291).epsilon(1e-14));
    CHECK(real.to_user(Dimension::pressure, 1) == 68568.415);
    const Units nano(UnitSystem::nano, ConstantSet::gromacs);
    CHECK(nano.to_internal(Dimension::temperature, 1) == 0.0083144626);
    for (const Dimension dimension :
         {Dimension::temperature, Dimension::mass, Dimension::pressure}) {
        CHECK(Units(UnitSystem::metal).to_user(dimension, 1) ==
              Approx(metal.to_user(dimension, 1)).epsilon(3e-6));
        CHECK(Units(UnitSystem::real).to_user(dimension, 1) ==
              Approx(real.to_user(dimension, 1)).epsilon(3e-6));
        CHECK(Units(UnitSystem::nano).to_user(dimension, 1) ==
              Approx(nano.to_user(dimension, 1)).epsilon(3e-6));
    }
}

TEST_CASE("the trajectory holds forces in a unit that MDAnalysis reads") {
    const Units metal(UnitSystem::metal);
    CHECK(metal.trajectory_name(Dimension::force) == "kJ mol-1 Angstrom-1");
    CHECK(metal.to_trajectory(Dimension::force, 1) == Approx(96.48533212));
    CHECK(metal.trajectory_name(Dimension::velocity) == "Angstrom ps-1");
    const Units nano(UnitSystem::nano);
    CHECK(nano.trajectory_name(Dimension::force) == "kJ mol-1 nm-1");
    CHECK(nano.to_trajectory(Dimension::force, 2.5) == 2.5);
    CHECK(Units(UnitSystem::lj).trajectory_name(Dimension::force).empty());
}
