// SPDX-License-Identifier: BSD-3-Clause
#include "app/label_state.hpp"

#include <span>
#include <utility>
#include <vector>

#include "core/error.hpp"

namespace mdsim {

namespace {

constexpr const char* list_name = "label";
constexpr const char* first_name = "first_label";

} // namespace

void add_labels(const AtomLabels& labels, CheckpointContent& content) {
    if (labels.in_order())
        content.values.emplace_back(first_name, std::vector<std::int64_t>{labels.first()});
    else
        content.arrays.emplace_back(list_name,
                                    block_array(std::span<const ParticleId>(labels.list())));
}

AtomLabels read_labels(const CheckpointReader& reader, const IdBlock& block) {
    if (reader.has_array(list_name)) {
        std::vector<ParticleId> labels(static_cast<std::size_t>(block.size()));
        reader.read_array(list_name, block, 1, std::span<ParticleId>(labels));
        return AtomLabels::listed(block, std::move(labels));
    }
    if (!reader.has_value(first_name)) return AtomLabels::from(0);
    const std::vector<std::int64_t> first = reader.integers(first_name);
    if (first.empty()) throw InputError("checkpoint", "the value \"first_label\" is incomplete");
    return AtomLabels::from(first.front());
}

} // namespace mdsim
