// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <random>

#include "core/error.hpp"
#include "output/durable_file.hpp"
#include "output/h5md_writer.hpp"
#include "output/output_support.hpp"
#include "output/undo_image.hpp"
#include "support/catch.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

constexpr std::int64_t all_frames = 300;
constexpr std::int64_t frames_per_checkpoint = 7;

/// Stands for a checkpoint: the number of frames the run had when it was written.
void write_note(const std::string& path, std::int64_t frames) {
    write_atomically(path, bytes_of(std::to_string(frames)), Durability::process);
}

/// A run as the program does it: begin or go on, write frames, commit before every checkpoint.
void run(const Sample& sample, const TempDir& dir, BlockGather& gather) {
    const std::string path = dir.file("trajectory.h5md");
    const std::string note = dir.file("note");
    const bool first = !file_exists(note);
    const std::int64_t start = first ? 0 : std::stoll(read_file(note));
    H5mdWriter writer =
        first ? sample.create(path, gather)
              : H5mdWriter::resume(sample.setup(path), {10 * (start - 1), start}, gather);
    for (std::int64_t frame = start; frame < all_frames; ++frame) {
        sample.append(writer, frame, gather);
        if ((frame + 1) % frames_per_checkpoint == 0) {
            writer.commit();
            write_note(note, frame + 1);
        }
    }
    writer.finish();
    write_note(note, all_frames);
}

std::string bytes_after(const Sample& sample, const std::string& path, std::int64_t from,
                        std::int64_t to, BlockGather& gather) {
    H5mdWriter writer = H5mdWriter::resume(sample.setup(path), {10 * (from - 1), from}, gather);
    for (std::int64_t frame = from; frame < to; ++frame) sample.append(writer, frame, gather);
    writer.finish();
    return read_file(path);
}

void write_bytes(const std::string& path, const std::string& bytes) {
    write_atomically(path, bytes_of(bytes), Durability::process);
}

} // namespace

TEST_CASE("a run killed again and again leaves one whole trajectory", "[h5md][crash]") {
    const Sample sample{20};
    SingleRank alone;
    std::mt19937 random(20240817);
    int kills = 0;
    for (int round = 0; round < 5; ++round) {
        const TempDir dir;
        for (unsigned attempt = 0; attempt < 30; ++attempt) {
            // Ever more time, so that a slow disk gets beyond the first checkpoint too.
            const int microseconds = 1500 + static_cast<int>(random() % (8000 + 1500 * attempt));
            if (!in_killed_child([&] { run(sample, dir, alone); }, microseconds)) break;
            ++kills;
        }
        REQUIRE(in_child([&] { run(sample, dir, alone); }) == 0);
        CHECK(difference(sample, dir.file("trajectory.h5md"), all_frames).empty());
    }
    CHECK(kills >= 10);
}

TEST_CASE("a disk that fills up is told and does no harm to committed frames", "[h5md][disk]") {
    const TempDir dir;
    const std::string path = dir.file("trajectory.h5md");
    const Sample sample{2000};
    SingleRank alone;
    {
        H5mdWriter writer = sample.create(path, alone);
        for (std::int64_t frame = 0; frame < 4; ++frame) sample.append(writer, frame, alone);
        writer.commit();
    }
    const auto size = std::filesystem::file_size(path);
    for (const std::size_t more : {0u, 300u, 30'000u, 100'000u, 200'000u}) {
        const int status = in_child([&] {
            ::signal(SIGXFSZ, SIG_IGN);
            const rlimit limit{size + more, size + more};
            ::setrlimit(RLIMIT_FSIZE, &limit);
            std::string message;
            try {
                H5mdWriter writer = H5mdWriter::resume(sample.setup(path), {30, 4}, alone);
                for (std::int64_t frame = 4; frame < 8; ++frame)
                    sample.append(writer, frame, alone);
            } catch (const EnvironmentError& error) {
                message = error.what();
            }
            if (message.find("File too large") == std::string::npos ||
                message.find(path) == std::string::npos)
                throw EnvironmentError("unclear message: " + message);
        });
        CHECK(status == 0);
    }
    bytes_after(sample, path, 4, 6, alone);
    CHECK(difference(sample, path, 6).empty());
}

TEST_CASE("any mixture of old and new bytes goes back to the committed frames", "[h5md][crash]") {
    const TempDir dir;
    const std::string path = dir.file("trajectory.h5md");
    const Sample sample{20};
    SingleRank alone;
    // Index trees of one, two and three levels: a node holds up to 64 chunks.
    const std::int64_t committed = GENERATE(0, 1, 50, 70, 300);
    {
        H5mdWriter writer = sample.create(path, alone);
        for (std::int64_t frame = 0; frame < committed; ++frame)
            sample.append(writer, frame, alone);
        writer.commit();
    }
    const std::string image = read_file(h5::undo_image_path(path));
    const std::string before = read_file(path);
    const std::string after = bytes_after(sample, path, committed, committed + 150, alone);
    REQUIRE(after.size() > before.size());

    std::mt19937 random(7);
    for (int trial = 0; trial < 20; ++trial) {
        const std::size_t grain = std::size_t{1} << random() % 13;
        const std::size_t length = before.size() + random() % (after.size() - before.size());
        std::string torn = after.substr(0, length);
        for (std::size_t at = 0; at < before.size(); at += grain)
            if (random() % 2 == 0)
                torn.replace(at, std::min(grain, before.size() - at), before, at, grain);
        write_bytes(path, torn);
        write_bytes(h5::undo_image_path(path), image);
        REQUIRE(h5::restore_undo_image(path));
        CHECK(difference(sample, path, committed).empty());
    }
    bytes_after(sample, path, committed, committed + 5, alone);
    CHECK(difference(sample, path, committed + 5).empty());
}

TEST_CASE("being killed while frames are removed does no harm", "[h5md][crash]") {
    const TempDir dir;
    const std::string path = dir.file("trajectory.h5md");
    const Sample sample{20};
    SingleRank alone;
    {
        H5mdWriter writer = sample.create(path, alone);
        for (std::int64_t frame = 0; frame < 300; ++frame) sample.append(writer, frame, alone);
        writer.finish();
    }
    std::mt19937 random(11);
    const std::int64_t keep = 130;
    for (int trial = 0; trial < 60; ++trial)
        in_killed_child(
            [&] {
                H5mdWriter::resume(sample.setup(path), {10 * (keep - 1), keep}, alone);
                ::pause();
            },
            500 + static_cast<int>(random() % 9000));
    bytes_after(sample, path, keep, 300, alone);
    CHECK(difference(sample, path, 300).empty());
}

TEST_CASE("being killed while a file is finished does no harm", "[h5md][crash]") {
    const TempDir dir;
    const std::string path = dir.file("trajectory.h5md");
    const Sample sample{20};
    SingleRank alone;
    const std::int64_t keep = 130;
    {
        H5mdWriter writer = sample.create(path, alone);
        for (std::int64_t frame = 0; frame < keep; ++frame) sample.append(writer, frame, alone);
        writer.finish();
    }
    std::mt19937 random(12);
    for (int trial = 0; trial < 60; ++trial)
        in_killed_child(
            [&] {
                auto writer =
                    H5mdWriter::resume(sample.setup(path), {10 * (keep - 1), keep}, alone);
                for (std::int64_t frame = keep; frame < keep + 40; ++frame)
                    sample.append(writer, frame, alone);
                writer.finish();
            },
            2000 + static_cast<int>(random() % 20000));
    bytes_after(sample, path, keep, 300, alone);
    CHECK(difference(sample, path, 300).empty());
}

TEST_CASE("an undo image is only applied to its own whole file", "[h5md][crash]") {
    const TempDir dir;
    const std::string path = dir.file("trajectory.h5md");
    const Sample sample{20};
    SingleRank alone;
    {
        H5mdWriter writer = sample.create(path, alone);
        sample.append(writer, 0, alone);
        writer.commit();
    }
    const std::string good = read_file(path);
    std::string changed = good;
    SECTION("another file") { changed.replace(changed.find("11111111-2222"), 4, "9999"); }
    SECTION("a cut file") { changed.resize(changed.size() - 1); }
    write_bytes(path, changed);
    CHECK_THROWS_AS(h5::restore_undo_image(path), InputError);
    CHECK(read_file(path) == changed);

    write_bytes(path, good);
    std::string image = read_file(h5::undo_image_path(path));
    image[image.size() / 2] = static_cast<char>(image[image.size() / 2] ^ 4);
    write_bytes(h5::undo_image_path(path), image);
    CHECK_THROWS_AS(h5::restore_undo_image(path), InputError);
    CHECK(read_file(path) == good);
}
