// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "output/checkpoint_file.hpp"
#include "output/checkpoint_reader.hpp"
#include "output/output_support.hpp"
#include "support/catch.hpp"

namespace mdsim::test {

inline constexpr std::int64_t checkpoint_atoms = 5003;

/// This rank's part of a checkpoint whose every number follows from the step.
struct CheckpointCase {
    Step step = 0;
    std::int64_t count = checkpoint_atoms;
    IdBlock block;
    std::vector<Vec3<std::int32_t>> fraction;
    std::vector<Vec3<float>> velocity;
    std::vector<std::int64_t> word;
    std::vector<double> charge;

    CheckpointCase(Step step_, const BlockGather& gather, std::int64_t count_ = checkpoint_atoms)
        : step(step_), count(count_), block(IdBlock::of(count, gather.rank(), gather.size())) {
        for (std::int64_t id = block.first; id < block.last; ++id) {
            const auto n = static_cast<std::int32_t>(id + step);
            fraction.push_back({n, -n, 7 * n});
            velocity.push_back({static_cast<float>(n), 0.5f, -1.0f});
            word.push_back((std::int64_t{1} << 40) + n);
            charge.push_back(0.1 * n);
        }
    }

    /// Borrows the arrays.
    CheckpointContent content() const {
        CheckpointContent content;
        content.info = {step, count, "run-of-this-test", "1.2.3"};
        content.block = block;
        content.arrays = {{"fraction", block_array(std::span<const Vec3<std::int32_t>>(fraction))},
                          {"velocity", block_array(std::span<const Vec3<float>>(velocity))},
                          {"word", block_array(std::span<const std::int64_t>(word))},
                          {"charge", block_array(std::span<const double>(charge))}};
        content.values = {
            {"thermostat", std::vector<double>{0.1, -1e-300, static_cast<double>(step)}},
            {"frames", std::vector<std::int64_t>{step * 3}},
            {"nothing", std::vector<double>{}}};
        content.texts = {{"input", "[run]\nsteps = 5\n"}, {"empty", ""}};
        return content;
    }
};

inline void write_checkpoint(CheckpointWriter& writer, Step step, BlockGather& gather,
                             std::int64_t count = checkpoint_atoms) {
    const CheckpointCase written(step, gather, count);
    writer.write(written.content());
}

/// Reads a checkpoint back by blocks of two ranks and compares everything; returns its step.
inline Step check_content(const std::string& path) {
    const CheckpointReader reader(path);
    const Step step = reader.info().step;
    CHECK(reader.info().run_id == "run-of-this-test");
    CHECK(reader.info().program_version == "1.2.3");
    CHECK(reader.info().atoms == checkpoint_atoms);
    for (int part = 0; part < 2; ++part) {
        const IdBlock block = IdBlock::of(checkpoint_atoms, part, 2);
        const auto size = static_cast<std::size_t>(block.size());
        std::vector<Vec3<std::int32_t>> fraction(size);
        std::vector<Vec3<float>> velocity(size);
        std::vector<std::int64_t> word(size);
        std::vector<double> charge(size);
        reader.read_array("fraction", block, std::span(fraction));
        reader.read_array("velocity", block, std::span(velocity));
        reader.read_array("word", block, 1, std::span(word));
        reader.read_array("charge", block, 1, std::span(charge));
        bool same = true;
        for (std::size_t i = 0; i < size; ++i) {
            const auto n = static_cast<std::int32_t>(block.first + static_cast<Step>(i) + step);
            same = same && fraction[i] == Vec3<std::int32_t>{n, -n, 7 * n} &&
                   velocity[i] == Vec3<float>{static_cast<float>(n), 0.5f, -1.0f} &&
                   word[i] == (std::int64_t{1} << 40) + n && charge[i] == 0.1 * n;
        }
        CHECK(same);
    }
    CHECK(reader.numbers("thermostat") ==
          std::vector<double>{0.1, -1e-300, static_cast<double>(step)});
    CHECK(reader.integers("frames") == std::vector<std::int64_t>{step * 3});
    CHECK(reader.numbers("nothing").empty());
    CHECK(reader.text("input") == "[run]\nsteps = 5\n");
    CHECK(reader.text("empty").empty());
    return step;
}

} // namespace mdsim::test
