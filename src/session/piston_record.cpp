// SPDX-License-Identifier: BSD-3-Clause
#include "session/piston_record.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "core/error.hpp"

namespace mdsim {

namespace {

constexpr const char* value_name = "piston";
constexpr std::size_t before_chain = 7; ///< momenta, and the work of the chain

} // namespace

void add_piston(const PistonState& state, CheckpointContent& content) {
    if (state == PistonState{}) return;
    std::vector<double> numbers(state.momentum.begin(), state.momentum.end());
    numbers.push_back(state.chain.work);
    numbers.insert(numbers.end(), std::begin(state.chain.number), std::end(state.chain.number));
    content.values.emplace_back(value_name, numbers);
}

PistonState read_piston(const CheckpointReader& reader, const std::string& path) {
    PistonState state;
    if (!reader.has_value(value_name)) return state;
    const std::vector<double> n = reader.numbers(value_name);
    const auto finite = [](double x) { return std::isfinite(x); };
    if (n.size() != before_chain + std::size(state.chain.number) ||
        !std::all_of(n.begin(), n.end(), finite))
        throw InputError(path, "its piston has not the numbers of one; no run of mdsim wrote this "
                               "checkpoint as it is");
    std::copy_n(n.begin(), state.momentum.size(), state.momentum.begin());
    state.chain.work = n[before_chain - 1];
    std::copy(n.begin() + before_chain, n.end(), state.chain.number);
    return state;
}

} // namespace mdsim
