// SPDX-License-Identifier: BSD-3-Clause
#include "session/output_state.hpp"

#include <algorithm>
#include <string_view>
#include <utility>
#include <variant>

#include "core/contract.hpp"
#include "core/error.hpp"

namespace mdsim {

namespace {

template <class Pairs> auto named(Pairs& pairs, const std::string& name) {
    return std::find_if(pairs.begin(), pairs.end(),
                        [&](const auto& entry) { return entry.first == name; });
}

constexpr const char* prefix = "output_";

/// Below it stay steps and what is counted.
constexpr std::int64_t most = std::int64_t{1} << 62;

/// The checkpoints of version 0.1.0 had one value for all counts.
OutputState first_version(const CheckpointReader& reader, const std::string& path) {
    const std::vector<std::int64_t> counts = reader.integers("counts");
    if (counts.size() != 3) throw InputError(path, "the value \"counts\" is incomplete");
    OutputState state;
    state.set_count("frames", counts[0]);
    state.set_count("thermo_rows", counts[1]);
    state.set_count("rdf_samples", counts[2]);
    state.set("rdf_counts", reader.integers("rdf_counts"));
    if (reader.has_value("energy_drift")) state.set("energy_drift", reader.numbers("energy_drift"));
    return state;
}

/// Names may share what they name, so that a small file could ask for any memory.
void expect_held(const CheckpointReader& reader, double claimed_bytes, const std::string& path) {
    if (claimed_bytes > static_cast<double>(reader.bytes()))
        throw InputError(path, "what outputs noted in it claims more bytes than it has; no run of "
                               "mdsim wrote this checkpoint as it is");
}

void expect_counts(const OutputState& state, const std::string& path) {
    const auto is_count = [](std::int64_t n) { return n >= 0 && n < most; };
    for (const auto& [name, numbers] : state.values()) {
        const auto* counts = std::get_if<std::vector<std::int64_t>>(&numbers);
        if (counts != nullptr && !std::all_of(counts->begin(), counts->end(), is_count))
            throw InputError(path, "its value \"" + name +
                                       "\" counts what cannot be; no run of mdsim wrote this "
                                       "checkpoint as it is");
    }
}

} // namespace

void OutputState::set(const std::string& name, CheckpointNumbers numbers) {
    MDSIM_EXPECT(!name.empty());
    MDSIM_REQUIRE(named(values_, name) == values_.end());
    values_.emplace_back(name, std::move(numbers));
}

void OutputState::set_count(const std::string& name, std::int64_t count) {
    set(name, std::vector<std::int64_t>{count});
}

void OutputState::set_array(const std::string& name, Array array) {
    MDSIM_REQUIRE(array != nullptr && named(arrays_, name) == arrays_.end());
    arrays_.emplace_back(name, std::move(array));
}

template <class T> std::vector<T> OutputState::get(const std::string& name) const {
    const auto found = named(values_, name);
    if (found == values_.end()) return {};
    if (const auto* numbers = std::get_if<std::vector<T>>(&found->second)) return *numbers;
    throw InputError("checkpoint", "the value \"" + name + "\" is of another kind than it should");
}

std::vector<std::int64_t> OutputState::integers(const std::string& name) const {
    return get<std::int64_t>(name);
}

std::vector<double> OutputState::numbers(const std::string& name) const {
    return get<double>(name);
}

std::int64_t OutputState::count(const std::string& name) const {
    const std::vector<std::int64_t> found = integers(name);
    return found.empty() ? 0 : found.front();
}

OutputState::Array OutputState::array(const std::string& name) const {
    const auto found = named(arrays_, name);
    return found == arrays_.end() ? nullptr : found->second;
}

void add_outputs(const OutputState& state, CheckpointContent& content) {
    for (const auto& [name, numbers] : state.values())
        content.values.emplace_back(prefix + name, numbers);
    for (const auto& [name, array] : state.arrays())
        content.arrays.emplace_back(prefix + name, block_array(array->span()));
}

OutputState read_outputs(const CheckpointReader& reader, const std::string& path,
                         const IdBlock& block) {
    OutputState state;
    const std::vector<std::string> names = reader.values_named(prefix);
    if (names.empty()) state = first_version(reader, path);
    const std::size_t skipped = std::string_view(prefix).size();
    double bytes = 0;
    for (const std::string& name : names) {
        const CheckpointNumbers numbers = reader.holds_integers(name)
                                              ? CheckpointNumbers(reader.integers(name))
                                              : CheckpointNumbers(reader.numbers(name));
        bytes +=
            std::visit([](const auto& n) { return 8.0 * static_cast<double>(n.size()); }, numbers);
        expect_held(reader, bytes, path);
        state.set(name.substr(skipped), numbers);
    }
    const std::vector<std::string> arrays = reader.arrays_named(prefix);
    bytes += static_cast<double>(arrays.size()) * static_cast<double>(reader.info().atoms) *
             sizeof(Vec3<double>);
    expect_held(reader, bytes, path);
    for (const std::string& name : arrays) {
        const auto array =
            std::make_shared<Buffer<Vec3<double>, Host>>(static_cast<std::size_t>(block.size()));
        reader.read_array(name, block, array->span());
        state.set_array(name.substr(skipped), array);
    }
    expect_counts(state, path);
    return state;
}

} // namespace mdsim
