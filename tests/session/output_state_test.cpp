// SPDX-License-Identifier: BSD-3-Clause
#include "session/output_state.hpp"

#include <memory>

#include "core/error.hpp"
#include "output/block_gather.hpp"
#include "support/app_cases.hpp"
#include "support/catch.hpp"

using namespace mdsim;

namespace {

constexpr std::int64_t atoms = 7;

OutputState::Array numbered(const IdBlock& block) {
    auto array =
        std::make_shared<Buffer<Vec3<double>, Host>>(static_cast<std::size_t>(block.size()));
    for (std::int64_t id = block.first; id < block.last; ++id)
        (*array)[static_cast<std::size_t>(id - block.first)] = {0.1 * static_cast<double>(id), -1,
                                                                2};
    return array;
}

/// Writes a checkpoint with this content and gives its path.
std::string written(const TestFolder& dir, CheckpointContent content) {
    SingleRank alone;
    content.info = {12, atoms, "run", "1.0"};
    content.block = IdBlock::of(atoms, 0, 1);
    CheckpointWriter(dir.path().string(), 0, alone).write(content);
    return (dir.path() / "checkpoint.h5").string();
}

} // namespace

TEST_CASE("what outputs note comes back from a checkpoint, on any number of ranks") {
    OutputState state;
    state.set_count("frames", 3);
    state.set("sums", std::vector<double>{0.5, -1e-300});
    state.set_array("origin_0", numbered(IdBlock::of(atoms, 0, 1)));
    CheckpointContent content;
    content.values = {{"position", std::vector<std::int64_t>{1}}};
    add_outputs(state, content);
    const TestFolder dir("mdsim_output_state_test");
    const std::string path = written(dir, std::move(content));

    const CheckpointReader reader(path);
    for (int rank = 0; rank < 2; ++rank) {
        const IdBlock block = IdBlock::of(atoms, rank, 2);
        const OutputState found = read_outputs(reader, path, block);
        CHECK(found.count("frames") == 3);
        CHECK(found.numbers("sums") == std::vector<double>{0.5, -1e-300});
        CHECK(found.values().size() == 2);
        REQUIRE(found.array("origin_0") != nullptr);
        REQUIRE(found.array("origin_0")->size() == static_cast<std::size_t>(block.size()));
        for (std::size_t i = 0; i < found.array("origin_0")->size(); ++i)
            CHECK((*found.array("origin_0"))[i] == (*numbered(block))[i]);
    }
}

TEST_CASE("what is not noted counts nothing, and another kind of number is refused") {
    OutputState state;
    state.set("sums", std::vector<double>{1});
    CHECK(state.count("frames") == 0);
    CHECK(state.array("origin_0") == nullptr);
    CHECK_THROWS_AS(state.count("sums"), InputError);
}

TEST_CASE("checkpoints of version 0.1.0 are read") {
    CheckpointContent content;
    content.values = {{"counts", std::vector<std::int64_t>{4, 5, 6}},
                      {"rdf_counts", std::vector<std::int64_t>{7, 8}},
                      {"energy_drift", std::vector<double>{1, 2}}};
    const TestFolder dir("mdsim_output_state_test");
    const std::string path = written(dir, std::move(content));
    const OutputState found = read_outputs(CheckpointReader(path), path, IdBlock{});
    CHECK(found.count("frames") == 4);
    CHECK(found.count("thermo_rows") == 5);
    CHECK(found.count("rdf_samples") == 6);
    CHECK(found.integers("rdf_counts") == std::vector<std::int64_t>{7, 8});
    CHECK(found.numbers("energy_drift") == std::vector<double>{1, 2});
}

TEST_CASE("a checkpoint that counts what cannot be is refused") {
    OutputState state;
    state.set_count("frames", -1);
    CheckpointContent content;
    add_outputs(state, content);
    const TestFolder dir("mdsim_output_state_test");
    const std::string path = written(dir, std::move(content));
    const CheckpointReader reader(path);
    CHECK_THROWS_AS(read_outputs(reader, path, IdBlock{}), InputError);
}
