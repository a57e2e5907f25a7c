// SPDX-License-Identifier: BSD-3-Clause
#include "app/label_state.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <optional>

#include "core/buffer.hpp"
#include "support/catch.hpp"

using namespace mdsim;

namespace {

constexpr std::int64_t atoms = 5;

/// The labels that a checkpoint gives back for a block; none: it was written without.
AtomLabels stored(const std::optional<AtomLabels>& labels, const IdBlock& block) {
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / fmt::format("mdsim-labels-{}", getpid());
    std::filesystem::create_directories(folder);
    SingleRank alone;
    CheckpointContent content;
    content.info = {3, atoms, "0123456789", "test"};
    content.block = {0, atoms};
    if (labels) add_labels(*labels, content);
    CheckpointWriter(folder.string(), 1, alone).write(content);
    const AtomLabels found =
        read_labels(CheckpointReader(find_checkpoint(folder.string()).path), block);
    std::filesystem::remove_all(folder);
    return found;
}

} // namespace

TEST_CASE("a checkpoint keeps labels, listed only where they leave gaps") {
    const AtomLabels listed =
        stored(AtomLabels::listed({0, atoms}, {2, 3, 50, 51, 9'000'000'000}), {2, 5});
    CHECK(listed.list() == std::vector<ParticleId>{50, 51, 9'000'000'000});
    CHECK(listed.of(4) == 9'000'000'000);
    const AtomLabels in_order = stored(AtomLabels::from(17), {2, 5});
    CHECK(in_order.in_order());
    CHECK(in_order.of(4) == 21);
}

TEST_CASE("a checkpoint of a version without labels counts atoms from 0, as its trajectory does") {
    CHECK(stored(std::nullopt, {0, atoms}).in_order());
    CHECK(stored(std::nullopt, {0, atoms}).first() == 0);
}
