// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <string>

#include "core/units.hpp"
#include "engine/any_simulation.hpp"
#include "engine/observer.hpp"
#include "session/observables/transport_samples.hpp"
#include "session/run_files.hpp"

namespace mdsim {

/// A number in units of the user: what one of the engine is there, and its name, empty where it has
/// none.
struct UserUnit {
    double factor = 1;
    std::string name;
};

/// The shear viscosity, by the stress.
struct ViscosityQuantity {
    static constexpr const char* table = viscosity_table;
    static constexpr const char* words = "viscosity";
    static constexpr const char* correlation = "modulus";
    static constexpr std::size_t components = 6;
    static constexpr int power = 1; ///< of kT in the denominator

    static StepNeeds needs() { return {.energy = true}; }

    /// "bar ps"; empty where pressures have no unit.
    static UserUnit unit(const Units& units) {
        const UserUnit pressure = correlation_unit(units);
        const std::string time(units.name(Dimension::time));
        return {pressure.factor, pressure.name.empty() ? "" : pressure.name + " " + time};
    }
    static UserUnit correlation_unit(const Units& units) {
        return {units.to_user(Dimension::pressure, 1),
                std::string(units.name(Dimension::pressure))};
    }

    template <class P>
    static std::array<double, components> sample(AnySimulation<P>&, const Observation& seen) {
        return stress_sample(seen.thermo);
    }
};

/// The thermal conductivity, by the heat current.
struct ConductivityQuantity {
    static constexpr const char* table = conductivity_table;
    static constexpr const char* words = "thermal conductivity";
    static constexpr const char* correlation = "correlation";
    static constexpr std::size_t components = 3;
    static constexpr int power = 2;

    static StepNeeds needs() { return {.energy = true, .state = true}; }

    /// "eV ps-1 Angstrom-1 K-1"; empty where energies have no unit.
    static UserUnit unit(const Units& units) { return flow_unit(units, "-1"); }
    static UserUnit correlation_unit(const Units& units) { return flow_unit(units, "-2"); }

    template <class P>
    static std::array<double, components> sample(AnySimulation<P>& simulation,
                                                 const Observation& seen) {
        return heat_sample(simulation.heat_current().total(), seen.thermo.volume);
    }

  private:
    /// Energy over time, length and temperature. As temperatures are energies, the coefficient is
    /// counted in Boltzmann's constant.
    static UserUnit flow_unit(const Units& units, const char* power_of_time) {
        const double boltzmann =
            units.to_user(Dimension::energy, 1) / units.to_user(Dimension::temperature, 1);
        const auto name = [&](Dimension d) { return std::string(units.name(d)); };
        const std::string energy = name(Dimension::energy);
        if (energy.empty()) return {boltzmann, ""};
        return {boltzmann, energy + " " + name(Dimension::time) + power_of_time + " " +
                               name(Dimension::length) + "-1 " + name(Dimension::temperature) +
                               "-1"};
    }
};

} // namespace mdsim
