// SPDX-License-Identifier: BSD-3-Clause
#include "session/thermostat_record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "core/contract.hpp"
#include "core/error.hpp"

namespace mdsim {

namespace {

constexpr const char* kind_text = "thermostat";
constexpr const char* work_value = "thermostat_work";

std::string value_name(const ThermostatNumbers& numbers) {
    return fmt::format("{}_{}", kind_text, numbers.name);
}

ThermostatState state_of(const std::vector<double>& work, const std::vector<double>& numbers,
                         const std::string& path) {
    const auto finite = [](double x) { return std::isfinite(x); };
    if (work.size() != 1 || numbers.size() > std::size(ThermostatState{}.number) ||
        !std::all_of(work.begin(), work.end(), finite) ||
        !std::all_of(numbers.begin(), numbers.end(), finite))
        throw InputError(path, fmt::format("its thermostat has the work of {} and {} numbers, or "
                                           "one that is none; no run of mdsim wrote this "
                                           "checkpoint as it is",
                                           work.size(), numbers.size()));
    ThermostatState state;
    state.work = work.front();
    std::copy(numbers.begin(), numbers.end(), state.number);
    return state;
}

/// From a version that knew one thermostat, and kept its numbers behind the time of the stage.
ThermostatState read_unnamed(const CheckpointReader& reader, const std::string& path) {
    const std::vector<double> numbers = reader.numbers("position_numbers");
    if (numbers.size() < 2) return {};
    return state_of({numbers[1]}, {numbers.begin() + 2, numbers.end()}, path);
}

} // namespace

std::optional<AnyThermostat> thermostat_of(std::span<const StageSettings> stages,
                                           const RunProgress& at) {
    MDSIM_EXPECT(at.stage < stages.size());
    for (std::size_t s = at.stage + 1; s-- > 0;) {
        const bool took_a_step = s == at.stage ? at.step > at.stage_first : stages[s].steps > 0;
        if (took_a_step && has_thermostat(stages[s].ensemble)) return stages[s].thermostat();
    }
    return std::nullopt;
}

void add_thermostat(const std::optional<AnyThermostat>& thermostat, const ThermostatState& state,
                    CheckpointContent& content) {
    content.texts.emplace_back(kind_text, thermostat ? std::string(name_of(*thermostat)) : "");
    if (!thermostat) return;
    content.values.emplace_back(work_value, std::vector<double>{state.work});
    const double* next = state.number;
    for (const ThermostatNumbers& numbers : numbers_of(*thermostat)) {
        MDSIM_EXPECT(numbers.count >= 0);
        content.values.emplace_back(value_name(numbers),
                                    std::vector<double>(next, next + numbers.count));
        next += numbers.count;
    }
}

ThermostatState read_thermostat(const CheckpointReader& reader, const std::string& path) {
    if (!reader.has_text(kind_text)) return read_unnamed(reader, path);
    const std::string name = reader.text(kind_text);
    if (name.empty()) return {};
    const std::optional<AnyThermostat> thermostat = make_thermostat(name, {});
    if (!thermostat)
        throw InputError(path, fmt::format("this checkpoint has a state of the thermostat \"{}\", "
                                           "which this version of mdsim does not know",
                                           name));
    std::vector<double> numbers;
    for (const ThermostatNumbers& named : numbers_of(*thermostat)) {
        const std::vector<double> some = reader.numbers(value_name(named));
        numbers.insert(numbers.end(), some.begin(), some.end());
    }
    return state_of(reader.numbers(work_value), numbers, path);
}

} // namespace mdsim
