// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>

#include "output/check_files.hpp"
#include "output/durable_file.hpp"
#include "output/h5md_writer.hpp"
#include "output/output_support.hpp"
#include "output/sums_check.hpp"
#include "support/catch.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

std::vector<std::string> damage_in(const std::string& path) {
    return check_series_file(path, true, [](double) {}).damaged;
}

/// Turns one bit of the file.
void flip(const std::string& path, std::uint64_t offset) {
    PosixFile file(path, FileMode::update);
    std::array<std::byte, 1> byte{};
    file.read_at(offset, byte);
    byte[0] ^= std::byte{0x10};
    file.write_at(offset, byte);
}

} // namespace

TEST_CASE("checksums stay true while HDF5 splits the nodes of its index", "[sums]") {
    // A node holds 64 entries and the root stays where it is: its first two splits move a leaf, and
    // then a node above the leaves.
    constexpr std::int64_t frames = 4200;
    constexpr std::int64_t frames_per_commit = 45;
    const Sample sample{3};
    const TempDir dir;
    const std::string path = dir.file("trajectory.h5md");
    SingleRank alone;
    H5mdWriter writer = sample.create(path, alone);
    for (std::int64_t frame = 0; frame < frames; ++frame) {
        sample.append(writer, frame, alone);
        if ((frame + 1) % frames_per_commit != 0) continue;
        writer.commit();
        if (frame < 300 || frame > 3600) REQUIRE(damage_in(path).empty());
    }
    writer.finish();
    CHECK(damage_in(path).empty());

    const FoundSums found = find_sums(path);
    const auto is_index = [](const SumRecord& record) { return record.kind == SumKind::index; };
    CHECK(std::count_if(found.state.records.begin(), found.state.records.end(), is_index) > 100);
    for (const SumRecord& record : found.state.records)
        if (is_index(record) && record.size > 1000) { // a node
            flip(path, record.offset + record.size / 2);
            CHECK(damage_in(path) == std::vector{words_for(record)});
            flip(path, record.offset + record.size / 2);
            break;
        }
    CHECK(damage_in(path).empty());
}

TEST_CASE("a file that was cut and then grew again is noticed at the next frame", "[sums]") {
    const Sample sample{3};
    const TempDir dir;
    const std::string path = dir.file("trajectory.h5md");
    SingleRank alone;
    H5mdWriter writer = sample.create(path, alone);
    for (std::int64_t frame = 0; frame < 10; ++frame) sample.append(writer, frame, alone);
    writer.commit();
    {
        PosixFile file(path, FileMode::update);
        for (const SumRecord& record : find_sums(path).state.records)
            if (record.kind == SumKind::rows && record.offset > file.size() / 2)
                file.write_at(record.offset, std::vector<std::byte>(record.size));
    }
    const std::string words = message_of([&] { sample.append(writer, 10, alone); });
    INFO(words);
    CHECK(words.find(path + ": this file was damaged, cut") != std::string::npos);
}
