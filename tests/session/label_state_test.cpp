// SPDX-License-Identifier: BSD-3-Clause
#include "session/label_state.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/buffer.hpp"
#include "core/error.hpp"
#include "support/catch.hpp"

using namespace mdsim;

namespace {

constexpr std::int64_t atoms = 5;

/// The labels that a checkpoint gives back for a block; none: it was written without.
std::optional<AtomLabels> stored(const std::optional<AtomLabels>& labels, const IdBlock& block) {
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / fmt::format("mdsim-labels-{}", getpid());
    std::filesystem::create_directories(folder);
    SingleRank alone;
    CheckpointContent content;
    content.info = {3, atoms, "0123456789", "test"};
    content.block = {0, atoms};
    if (labels) add_labels(*labels, content);
    CheckpointWriter(folder.string(), 1, alone).write(content);
    const std::string path = find_checkpoint(folder.string()).path;
    const CheckpointReader reader(path);
    const auto remove = [&](const void*) { std::filesystem::remove_all(folder); };
    const std::unique_ptr<const void, decltype(remove)> at_end(&folder, remove);
    return read_labels(reader, path, block);
}

} // namespace

TEST_CASE("a checkpoint keeps labels, listed only where they leave gaps") {
    const AtomLabels listed =
        stored(AtomLabels::listed({0, atoms}, {2, 3, 50, 51, 9'000'000'000}), {2, 5}).value();
    CHECK(listed.list() == std::vector<ParticleId>{50, 51, 9'000'000'000});
    CHECK(listed.of(4) == 9'000'000'000);
    const AtomLabels in_order = stored(AtomLabels::from(17), {2, 5}).value();
    CHECK(in_order.in_order());
    CHECK(in_order.of(4) == 21);
}

TEST_CASE("a checkpoint of a version without labels has none") {
    CHECK_FALSE(stored(std::nullopt, {0, atoms}));
}

TEST_CASE("labels of a checkpoint that cannot be labels are refused, also at the edge of a block") {
    const auto refusal = [](const std::vector<ParticleId>& labels, const IdBlock& block) {
        try {
            stored(AtomLabels::listed({0, atoms}, labels), block);
        } catch (const InputError& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    const auto contains = [](const std::string& text, const std::string& part) {
        return text.find(part) != std::string::npos;
    };
    CHECK(contains(refusal({2, 3, 3, 51, 52}, {0, 5}), "holds 3 for atom 2 (from 0)"));
    CHECK(contains(refusal({2, 3, 3, 51, 52}, {2, 5}), "holds 3 for atom 2 (from 0)"));
    CHECK(contains(refusal({2, 9, 8, 51, 52}, {2, 5}), "labels must ascend"));
    CHECK(contains(refusal({-1, 3, 4, 51, 52}, {0, 5}), "holds -1 for atom 0"));
    CHECK(contains(refusal({2, 3, 4, 51, largest_label + 1}, {4, 5}), "for atom 4"));
    CHECK(refusal({2, 3, 4, 51, largest_label}, {0, 5}).empty());
    CHECK(refusal({2, 3, 3, 51, 52}, {3, 5}).empty()); // the rank of the block before sees it
    CHECK_THROWS_AS(stored(AtomLabels::from(largest_label - atoms + 1), {0, 5}), InputError);
    CHECK(stored(AtomLabels::from(largest_label - atoms), {0, 5})->of(4) == largest_label - 1);
}
