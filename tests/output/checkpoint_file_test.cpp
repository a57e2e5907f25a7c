// SPDX-License-Identifier: BSD-3-Clause
#include "output/checkpoint_file.hpp"

#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <random>

#include "core/error.hpp"
#include "output/checkpoint_reader.hpp"
#include "output/checkpoint_seal.hpp"
#include "output/durable_file.hpp"
#include "output/output_support.hpp"
#include "support/catch.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

constexpr std::int64_t atoms = 5003;

/// A checkpoint whose every number follows from the step.
void write_checkpoint(CheckpointWriter& writer, Step step, BlockGather& gather,
                      std::int64_t count = atoms) {
    const IdBlock block = IdBlock::of(count, gather.rank(), gather.size());
    std::vector<Vec3<std::int32_t>> fraction;
    std::vector<Vec3<float>> velocity;
    std::vector<std::int64_t> word;
    std::vector<double> charge;
    for (std::int64_t id = block.first; id < block.last; ++id) {
        const auto n = static_cast<std::int32_t>(id + step);
        fraction.push_back({n, -n, 7 * n});
        velocity.push_back({static_cast<float>(n), 0.5f, -1.0f});
        word.push_back((std::int64_t{1} << 40) + n);
        charge.push_back(0.1 * n);
    }
    CheckpointContent content;
    content.info = {step, count, "run-of-this-test", "1.2.3"};
    content.block = block;
    content.arrays = {{"fraction", block_array(std::span<const Vec3<std::int32_t>>(fraction))},
                      {"velocity", block_array(std::span<const Vec3<float>>(velocity))},
                      {"word", block_array(std::span<const std::int64_t>(word))},
                      {"charge", block_array(std::span<const double>(charge))}};
    content.values = {{"thermostat", std::vector<double>{0.1, -1e-300, static_cast<double>(step)}},
                      {"frames", std::vector<std::int64_t>{step * 3}},
                      {"nothing", std::vector<double>{}}};
    content.texts = {{"input", "[run]\nsteps = 5\n"}, {"empty", ""}};
    writer.write(content);
}

/// Reads a checkpoint back by blocks of two ranks and compares everything; returns its step.
Step check_content(const std::string& path) {
    const CheckpointReader reader(path);
    const Step step = reader.info().step;
    CHECK(reader.info().run_id == "run-of-this-test");
    CHECK(reader.info().program_version == "1.2.3");
    CHECK(reader.info().atoms == atoms);
    for (int part = 0; part < 2; ++part) {
        const IdBlock block = IdBlock::of(atoms, part, 2);
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

void write_bytes(const std::string& path, const std::string& bytes) {
    write_atomically(path, bytes_of(bytes), Durability::process);
}

std::string message_of(const std::function<void()>& body) {
    try {
        body();
    } catch (const std::exception& error) {
        return error.what();
    }
    return "no error";
}

} // namespace

TEST_CASE("a checkpoint gives back every number and text", "[checkpoint]") {
    const TempDir dir;
    SingleRank alone;
    CheckpointWriter writer(dir.path(), 2, alone);
    write_checkpoint(writer, 40, alone);
    const FoundCheckpoint found = find_checkpoint(dir.path());
    CHECK(found.step == 40);
    CHECK(found.refused.empty());
    CHECK(check_content(found.path) == 40);
    CHECK_FALSE(file_exists(dir.file("checkpoint.h5.tmp")));
    const CheckpointReader reader(found.path);
    std::vector<double> wrong(atoms);
    CHECK_THROWS_AS(reader.read_array("word", {0, atoms}, 1, std::span(wrong)), InputError);
    CHECK_THROWS_AS(reader.read_array("spin", {0, atoms}, 1, std::span(wrong)), InputError);
    CHECK_FALSE(reader.has_array("spin"));
    CHECK(reader.has_value("frames"));
}

TEST_CASE("three ranks write the same checkpoint as one", "[checkpoint][ranks]") {
    const TempDir one;
    const TempDir three;
    SingleRank alone;
    CheckpointWriter writer(one.path(), 0, alone);
    write_checkpoint(writer, 9, alone);
    REQUIRE(on_ranks(3, [&](BlockGather& gather) {
        CheckpointWriter shared(three.path(), 0, gather);
        write_checkpoint(shared, 9, gather);
    }));
    CHECK(read_file(one.file("checkpoint.h5")) == read_file(three.file("checkpoint.h5")));
}

TEST_CASE("older checkpoints are kept up to the number asked for", "[checkpoint]") {
    const TempDir dir;
    SingleRank alone;
    CheckpointWriter writer(dir.path(), 2, alone);
    for (Step step = 1; step <= 5; ++step) write_checkpoint(writer, step, alone);
    CHECK(check_content(dir.file("checkpoint.h5")) == 5);
    CHECK(check_content(dir.file("checkpoint.1.h5")) == 4);
    CHECK(check_content(dir.file("checkpoint.2.h5")) == 3);
    CHECK_FALSE(file_exists(dir.file("checkpoint.3.h5")));
}

TEST_CASE("a damaged checkpoint is told and the one before it used", "[checkpoint]") {
    const TempDir dir;
    SingleRank alone;
    CheckpointWriter writer(dir.path(), 1, alone);
    write_checkpoint(writer, 1, alone);
    write_checkpoint(writer, 2, alone);
    const std::string path = dir.file("checkpoint.h5");
    std::string bytes = read_file(path);
    std::string expected;
    SECTION("cut") { bytes.resize(bytes.size() - 1000), expected = "cut"; }
    SECTION("cut in its head") { bytes.resize(100), expected = "head"; }
    SECTION("empty") { bytes.clear(), expected = "not a checkpoint"; }
    SECTION("a flipped bit") { bytes[bytes.size() / 2] ^= 16, expected = "checksum"; }
    SECTION("another file") { bytes = "\211HDF\r\n\032\n", expected = "not a checkpoint"; }
    SECTION("a newer format") {
        bytes.replace(bytes.find("format 1"), 8, "format 7");
        expected = "newer mdsim";
    }
    write_bytes(path, bytes);
    const FoundCheckpoint found = find_checkpoint(dir.path());
    CHECK(found.path == dir.file("checkpoint.1.h5"));
    CHECK(found.step == 1);
    REQUIRE(found.refused.size() == 1);
    CHECK(found.refused[0].find(expected) != std::string::npos);
    CHECK(found.refused[0].find(path) != std::string::npos);
    CHECK(check_content(found.path) == 1);

    write_bytes(found.path, bytes);
    CHECK_THROWS_AS(find_checkpoint(dir.path()), InputError);
}

TEST_CASE("a damaged checkpoint never takes the place of a good one", "[checkpoint]") {
    const TempDir dir;
    SingleRank alone;
    {
        CheckpointWriter writer(dir.path(), 1, alone);
        write_checkpoint(writer, 1, alone);
        write_checkpoint(writer, 2, alone);
    }
    write_bytes(dir.file("checkpoint.h5"), "damaged");
    CheckpointWriter writer(dir.path(), 1, alone);
    write_checkpoint(writer, 3, alone);
    CHECK(check_content(dir.file("checkpoint.h5")) == 3);
    CHECK(check_content(dir.file("checkpoint.1.h5")) == 1);
    write_checkpoint(writer, 4, alone);
    CHECK(check_content(dir.file("checkpoint.1.h5")) == 3);
}

TEST_CASE("a folder without a checkpoint says so", "[checkpoint]") {
    const TempDir dir;
    CHECK(message_of([&] { find_checkpoint(dir.path()); }).find("no checkpoint.h5") !=
          std::string::npos);
}

TEST_CASE("every flipped bit of a checkpoint is found", "[checkpoint]") {
    const TempDir dir;
    SingleRank alone;
    CheckpointWriter writer(dir.path(), 0, alone);
    write_checkpoint(writer, 77, alone, 64);
    const std::string path = dir.file("checkpoint.h5");
    const std::string good = read_file(path);
    CHECK(verify_checkpoint(path).step == 77);
    std::mt19937 random(5);
    int found = 0;
    const int trials = 1500;
    for (int trial = 0; trial < trials; ++trial) {
        std::string bad = good;
        const std::size_t at =
            trial < 512 ? static_cast<std::size_t>(trial) : random() % bad.size();
        bad[at] = static_cast<char>(bad[at] ^ (1 << random() % 8));
        write_bytes(path, bad);
        try {
            verify_checkpoint(path);
        } catch (const InputError&) {
            ++found;
        }
    }
    CHECK(found == trials);
}

TEST_CASE("killed at any instant, a folder holds a whole checkpoint", "[checkpoint][crash]") {
    const TempDir dir;
    SingleRank alone;
    CheckpointWriter writer(dir.path(), 2, alone);
    write_checkpoint(writer, 0, alone);
    std::mt19937 random(3);
    Step last = 0;
    int kills = 0;
    const int trials = 40;
    for (int trial = 0; trial < trials; ++trial) {
        const unsigned most = 10'000 + 1500 * static_cast<unsigned>(trial);
        kills += in_killed_child(
            [&] {
                for (Step step = last + 1; step < last + 1000; ++step)
                    write_checkpoint(writer, step, alone);
            },
            1000 + static_cast<int>(random() % most));
        const FoundCheckpoint found = find_checkpoint(dir.path());
        CHECK(found.path == dir.file("checkpoint.h5"));
        CHECK(found.refused.empty());
        CHECK(found.step >= last);
        last = check_content(found.path);
    }
    CHECK(kills == trials);
    CHECK(last > 0);
}

TEST_CASE("a full disk is told and leaves the older checkpoint", "[checkpoint][disk]") {
    const TempDir dir;
    SingleRank alone;
    CheckpointWriter writer(dir.path(), 1, alone);
    write_checkpoint(writer, 1, alone);
    const std::string before = read_file(dir.file("checkpoint.h5"));
    for (const rlim_t limit : {600u, 3000u, 10'000u, 100'000u, 200'000u}) {
        const int status = in_child([&] {
            ::signal(SIGXFSZ, SIG_IGN);
            const rlimit size{limit, limit};
            ::setrlimit(RLIMIT_FSIZE, &size);
            const std::string message = message_of([&] { write_checkpoint(writer, 2, alone); });
            if (message.find("File too large") == std::string::npos ||
                message.find("checkpoint.h5.tmp") == std::string::npos)
                throw EnvironmentError("unclear message: " + message);
        });
        CHECK(status == 0);
        CHECK_FALSE(file_exists(dir.file("checkpoint.h5.tmp")));
        CHECK(read_file(dir.file("checkpoint.h5")) == before);
    }
}

TEST_CASE("a folder that cannot be written is told", "[checkpoint][disk]") {
    const TempDir dir;
    SingleRank alone;
    SECTION("it does not exist") {
        CheckpointWriter writer(dir.file("missing"), 1, alone);
        const std::string message = message_of([&] { write_checkpoint(writer, 1, alone); });
        CHECK(message.find("No such file or directory") != std::string::npos);
        CHECK(message.find("missing/checkpoint.h5.tmp") != std::string::npos);
    }
    SECTION("it is read-only") // root may write anywhere, so another user tries
    {
        std::filesystem::permissions(dir.path(), std::filesystem::perms(0555));
        CheckpointWriter writer(dir.path(), 1, alone);
        const int status = in_child([&] {
            if (::getuid() == 0 && ::setuid(65534) != 0) return;
            const std::string message = message_of([&] { write_checkpoint(writer, 1, alone); });
            if (message.find("Permission denied") == std::string::npos)
                throw EnvironmentError("unclear message: " + message);
        });
        CHECK(status == 0);
        std::filesystem::permissions(dir.path(), std::filesystem::perms(0755));
    }
}
