// SPDX-License-Identifier: BSD-3-Clause
#include "session/measured_record.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/error.hpp"

namespace mdsim {

namespace {

constexpr const char* step_name = "measured_step";
constexpr const char* value_name = "measured";
constexpr std::size_t of_tensor = std::tuple_size_v<StrainNumbers>;
constexpr std::size_t count = 1 + 2 * of_tensor;

} // namespace

void add_measured(const std::optional<CoupledSums>& sums, CheckpointContent& content) {
    if (!sums) return;
    std::vector<double> numbers{sums->kinetic_energy};
    numbers.insert(numbers.end(), sums->virial.begin(), sums->virial.end());
    numbers.insert(numbers.end(), sums->kinetic2.begin(), sums->kinetic2.end());
    content.values.emplace_back(step_name, std::vector<std::int64_t>{sums->step});
    content.values.emplace_back(value_name, numbers);
}

std::optional<CoupledSums> read_measured(const CheckpointReader& reader, const std::string& path) {
    if (!reader.has_value(value_name)) return std::nullopt;
    const std::vector<double> n = reader.numbers(value_name);
    const std::vector<std::int64_t> step = reader.integers(step_name);
    const auto finite = [](double x) { return std::isfinite(x); };
    if (n.size() != count || step.size() != 1 || !std::all_of(n.begin(), n.end(), finite))
        throw InputError(path, "the sums that its thermostat or barostat acts by are not those of "
                               "a step; no run of mdsim wrote this checkpoint as it is");
    CoupledSums sums{step[0], n[0], {}, {}};
    std::copy_n(n.begin() + 1, of_tensor, sums.virial.begin());
    std::copy_n(n.begin() + 1 + of_tensor, of_tensor, sums.kinetic2.begin());
    return sums;
}

} // namespace mdsim
