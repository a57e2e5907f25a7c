// SPDX-License-Identifier: BSD-3-Clause
#include "session/minimizer_record.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/error.hpp"

namespace mdsim {

namespace {

constexpr const char* value_name = "minimizer";
constexpr std::size_t before_rates = 5;

} // namespace

void add_minimizer(const MinimizerState& state, CheckpointContent& content) {
    if (state == MinimizerState{}) return;
    std::vector<double> numbers{state.fire.step, state.fire.mixing,
                                static_cast<double>(state.fire.downhill),
                                static_cast<double>(state.fire.taken), state.drift_time};
    numbers.insert(numbers.end(), state.rate.begin(), state.rate.end());
    content.values.emplace_back(value_name, numbers);
}

MinimizerState read_minimizer(const CheckpointReader& reader, const std::string& path) {
    MinimizerState state;
    if (!reader.has_value(value_name)) return state;
    const std::vector<double> n = reader.numbers(value_name);
    constexpr double most = 0x1p62;
    const auto possible = [](double x) { return std::abs(x) < most; }; // no NaN is
    if (n.size() != before_rates + state.rate.size() ||
        !std::all_of(n.begin(), n.end(), possible) || n[4] < 0)
        throw InputError(path, "its minimization has not the numbers of one; no run of mdsim wrote "
                               "this checkpoint as it is");
    state.fire = {n[0], n[1], static_cast<std::int64_t>(n[2]), static_cast<std::int64_t>(n[3])};
    state.drift_time = n[4];
    std::copy_n(n.begin() + before_rates, state.rate.size(), state.rate.begin());
    return state;
}

} // namespace mdsim
