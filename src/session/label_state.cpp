// SPDX-License-Identifier: BSD-3-Clause
#include "session/label_state.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "core/error.hpp"

namespace mdsim {

namespace {

constexpr const char* list_name = "label";
constexpr const char* first_name = "first_label";

/// Reads those of a block and, for their order, the one before it.
AtomLabels read_list(const CheckpointReader& reader, const std::string& path,
                     const IdBlock& block) {
    const IdBlock wider{std::max<std::int64_t>(block.first - 1, 0), block.last};
    std::vector<ParticleId> labels(static_cast<std::size_t>(wider.size()));
    reader.read_array(list_name, wider, 1, std::span<ParticleId>(labels));
    for (std::size_t i = 0; i < labels.size(); ++i) {
        const bool ascends = i == 0 || labels[i] > labels[i - 1];
        if (ascends && labels[i] >= 0 && labels[i] <= largest_label) continue;
        throw InputError(path, fmt::format("the array \"label\" holds {} for atom {} (from 0); "
                                           "labels must ascend, from 0 to {}",
                                           labels[i], wider.first + static_cast<std::int64_t>(i),
                                           largest_label));
    }
    labels.erase(labels.begin(), labels.begin() + (block.first - wider.first));
    return AtomLabels::listed(block, std::move(labels));
}

} // namespace

void add_labels(const AtomLabels& labels, CheckpointContent& content) {
    if (labels.in_order())
        content.values.emplace_back(first_name, std::vector<std::int64_t>{labels.first()});
    else
        content.arrays.emplace_back(list_name,
                                    block_array(std::span<const ParticleId>(labels.list())));
}

std::optional<AtomLabels> read_labels(const CheckpointReader& reader, const std::string& path,
                                      const IdBlock& block) {
    if (reader.has_array(list_name)) return read_list(reader, path, block);
    if (!reader.has_value(first_name)) return std::nullopt;
    const std::vector<std::int64_t> first = reader.integers(first_name);
    const std::int64_t most = largest_label - reader.info().atoms;
    if (first.size() != 1 || first[0] < 0 || first[0] > most)
        throw InputError(path, fmt::format("the value \"first_label\" must be one number from 0 to "
                                           "{}",
                                           most));
    return AtomLabels::from(first[0]);
}

} // namespace mdsim
