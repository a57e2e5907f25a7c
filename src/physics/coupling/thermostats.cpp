// SPDX-License-Identifier: BSD-3-Clause
#include "physics/coupling/thermostats.hpp"

#include "core/contract.hpp"

namespace mdsim {

namespace {

/// Calls `act` with each thermostat of the list as a type, until it returns true.
template <class Act, class... T> bool any_type(std::variant<T...>*, const Act& act) {
    return (act(static_cast<T*>(nullptr)) || ...);
}
template <class Act> bool any_thermostat(const Act& act) {
    return any_type(static_cast<AnyThermostat*>(nullptr), act);
}

} // namespace

std::vector<std::string_view> thermostat_names() {
    std::vector<std::string_view> names;
    any_thermostat([&]<class T>(T*) {
        names.push_back(T::name);
        return false;
    });
    return names;
}

bool is_thermostat(std::string_view name) {
    return any_thermostat([&]<class T>(T*) { return T::name == name; });
}

std::optional<AnyThermostat> make_thermostat(std::string_view name,
                                             const ThermostatSettings& settings) {
    std::optional<AnyThermostat> made;
    any_thermostat([&]<class T>(T*) {
        if (T::name == name) made = T::of(settings);
        return made.has_value();
    });
    return made;
}

std::string_view name_of(const AnyThermostat& thermostat) {
    return std::visit([]<class T>(const T&) { return T::name; }, thermostat);
}

double act(const AnyThermostat& thermostat, const ThermostatAction& action, double kinetic_energy,
           ThermostatState& state) {
    return std::visit(
        [&](const auto& t) { return t.act(t.prepare(action), kinetic_energy, state); }, thermostat);
}

double energy_of(const AnyThermostat& thermostat, const ThermostatState& state) {
    return std::visit([&](const auto& t) { return t.energy(state); }, thermostat);
}

std::vector<ThermostatNumbers> numbers_of(const AnyThermostat& thermostat) {
    return std::visit(
        [](const auto& t) {
            const auto numbers = t.numbers();
            std::vector<ThermostatNumbers> named(numbers.begin(), numbers.end());
            int count = 0;
            for (const ThermostatNumbers& n : named) count += n.count;
            MDSIM_ENSURE(count <= ThermostatState::most_numbers);
            return named;
        },
        thermostat);
}

} // namespace mdsim
