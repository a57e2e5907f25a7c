// SPDX-License-Identifier: BSD-3-Clause
#include "output/checkpoint_file.hpp"

#include <filesystem>
#include <random>

#include "core/error.hpp"
#include "output/checkpoint_cases.hpp"
#include "output/checkpoint_read_back.hpp"
#include "output/checkpoint_seal.hpp"
#include "output/durable_file.hpp"
#include "output/hdf5_objects.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

void write_bytes(const std::string& path, const std::string& bytes) {
    write_atomically(path, bytes_of(bytes), Durability::process);
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
    std::vector<double> wrong(checkpoint_atoms);
    CHECK_THROWS_AS(reader.read_array("word", {0, checkpoint_atoms}, 1, std::span(wrong)),
                    InputError);
    CHECK_THROWS_AS(reader.read_array("spin", {0, checkpoint_atoms}, 1, std::span(wrong)),
                    InputError);
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
    CheckpointWriter writer(dir.path(), 3, alone);
    for (Step step = 1; step <= 6; ++step) write_checkpoint(writer, step, alone);
    CHECK(check_content(dir.file("checkpoint.h5")) == 6);
    CHECK(check_content(dir.file("checkpoint.1.h5")) == 5);
    CHECK(check_content(dir.file("checkpoint.2.h5")) == 4);
    CHECK(check_content(dir.file("checkpoint.3.h5")) == 3);
    CHECK_FALSE(file_exists(dir.file("checkpoint.4.h5")));
}

TEST_CASE("heads tell the newest checkpoint that a run knows to be good", "[checkpoint]") {
    const TempDir dir;
    SingleRank alone;
    CHECK_FALSE(sealed_checkpoint_in(dir.path(), 9));
    CheckpointWriter writer(dir.path(), 1, alone);
    write_checkpoint(writer, 1, alone);
    write_checkpoint(writer, 2, alone);
    CHECK(sealed_checkpoint_in(dir.path(), 2)->path == dir.file("checkpoint.h5"));
    CHECK(sealed_checkpoint_in(dir.path(), 1)->path == dir.file("checkpoint.1.h5"));
    CHECK_FALSE(sealed_checkpoint_in(dir.path(), 0));
    std::string bytes = read_file(dir.file("checkpoint.h5"));
    bytes.resize(bytes.size() - 1);
    write_bytes(dir.file("checkpoint.h5"), bytes);
    CHECK(sealed_checkpoint_in(dir.path(), 2)->step == 1);
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
    SECTION("added to") { bytes += "more", expected = "added to"; }
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
    CHECK(message_of([&] { find_checkpoint(dir.path()); }).find("no checkpoint is left") !=
          std::string::npos);
}

TEST_CASE("damage under a good checksum is a fault of the file, with its dataset", "[checkpoint]") {
    const TempDir dir;
    SingleRank alone;
    CheckpointWriter writer(dir.path(), 1, alone);
    write_checkpoint(writer, 7, alone);
    const std::string path = dir.file("checkpoint.h5");
    const auto spoil = [&](const std::string& dataset) {
        std::uint64_t header = checkpoint_head_bytes; // addresses count from the end of the head
        {
            const h5::Lock lock;
            const h5::File file = h5::File::open_read(path);
            header += h5::header_address(file, h5::open_dataset(file, dataset).id());
        }
        std::string bytes = read_file(path);
        bytes.replace(header, 64, 64, '\0');
        write_bytes(path, bytes);
        PosixFile file(path, FileMode::update);
        seal_checkpoint(file, 7);
        REQUIRE(verify_checkpoint(path).step == 7);
    };
    const auto told = [&](const std::string& dataset, const auto& read) {
        try {
            read(CheckpointReader(path));
        } catch (const InputError& error) {
            const std::string what = error.what();
            CHECK(what.find(path + ": " + dataset + " of this checkpoint") != std::string::npos);
            CHECK(what.find("bad object header") != std::string::npos);
            CHECK(what.find("goes on from the one before it") != std::string::npos);
            return;
        }
        FAIL("was not refused");
    };
    SECTION("an array") {
        spoil("/atoms/word");
        std::vector<std::int64_t> word(checkpoint_atoms);
        told("/atoms/word", [&](const CheckpointReader& reader) {
            reader.read_array("word", {0, checkpoint_atoms}, 1, std::span(word));
        });
    }
    SECTION("a value") {
        spoil("/values/frames");
        told("/values/frames", [](const CheckpointReader& reader) { reader.integers("frames"); });
    }
    SECTION("a text") {
        spoil("/texts/input");
        told("/texts/input", [](const CheckpointReader& reader) { reader.text("input"); });
    }
    SECTION("what is read first") {
        spoil("/step");
        told("/step", [](const CheckpointReader&) {});
    }
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

TEST_CASE("a checkpoint that is taken away costs none of the older ones", "[checkpoint]") {
    const TempDir dir;
    SingleRank alone;
    CheckpointWriter writer(dir.path(), 1, alone);
    write_checkpoint(writer, 1, alone);
    write_checkpoint(writer, 2, alone);
    std::filesystem::rename(dir.file("checkpoint.h5"), dir.file("backup.h5"));
    write_checkpoint(writer, 3, alone);
    CHECK(check_content(dir.file("checkpoint.h5")) == 3);
    CHECK(check_content(dir.file("checkpoint.1.h5")) == 1);
    std::filesystem::rename(dir.file("checkpoint.1.h5"), dir.file("backup.1.h5"));
    write_checkpoint(writer, 4, alone);
    CHECK(check_content(dir.file("checkpoint.1.h5")) == 3);
    // Another file in its place is not the one that was found good.
    std::filesystem::remove(dir.file("checkpoint.h5"));
    write_bytes(dir.file("checkpoint.h5"), "something else");
    write_checkpoint(writer, 5, alone);
    CHECK(check_content(dir.file("checkpoint.1.h5")) == 3);
}

TEST_CASE("links planted under the names of a checkpoint are not written through", "[checkpoint]") {
    const TempDir dir;
    const std::string target = dir.file("precious");
    write_bytes(target, "precious");
    for (const char* name : {"checkpoint.h5", "checkpoint.1.h5"})
        for (const char* end : {"", ".tmp"})
            std::filesystem::create_symlink(target, dir.file(std::string(name) + end));
    SingleRank alone;
    CheckpointWriter writer(dir.path(), 1, alone);
    write_checkpoint(writer, 1, alone);
    write_checkpoint(writer, 2, alone);
    CHECK(read_file(target) == "precious");
    CHECK(check_content(dir.file("checkpoint.h5")) == 2);
    CHECK(check_content(dir.file("checkpoint.1.h5")) == 1);
}

TEST_CASE("what was written is compared value by value", "[checkpoint]") {
    const TempDir dir;
    SingleRank alone;
    CheckpointWriter writer(dir.path(), 0, alone);
    const CheckpointCase written(7, alone);
    writer.write(written.content());
    const std::string path = dir.file("checkpoint.h5");
    read_back(path, written.content(), alone);
    CheckpointCase other = written;
    std::string part;
    SECTION("the last number of an array") {
        other.velocity.back().z = -2, part = "/atoms/velocity";
    }
    SECTION("behind the first piece") { other.word[5000] += 1, part = "/atoms/word"; }
    SECTION("the number of atoms") {
        other = CheckpointCase(7, alone, checkpoint_atoms - 1), part = "/atom_count";
    }
    SECTION("the step") { other.step = 8, part = "/step"; }
    const std::string words = message_of([&] { read_back(path, other.content(), alone); });
    CHECK(words.find(path + ": " + part + " does not read back") != std::string::npos);
    CheckpointContent changed = written.content();
    changed.texts[0].second.back() = ' ';
    CHECK(message_of([&] { read_back(path, changed, alone); }).find("/texts/input") !=
          std::string::npos);
    changed = written.content();
    changed.values[0].second = std::vector<double>{0.1, -1e-300};
    CHECK(message_of([&] { read_back(path, changed, alone); }).find("/values/thermostat") !=
          std::string::npos);
}

TEST_CASE("zeros in place of an array that a full disk dropped are found", "[checkpoint]") {
    const TempDir dir;
    SingleRank alone;
    CheckpointWriter writer(dir.path(), 0, alone);
    const CheckpointCase written(7, alone);
    writer.write(written.content());
    const std::string path = dir.file("checkpoint.h5");
    std::string bytes = read_file(path);
    const auto charge = bytes_of(std::string_view(
        reinterpret_cast<const char*>(written.charge.data()), 8 * written.charge.size()));
    const std::size_t at =
        bytes.find(std::string(reinterpret_cast<const char*>(charge.data()), 64));
    REQUIRE(at != std::string::npos);
    bytes.replace(at, 4096, 4096, '\0');
    write_bytes(path, bytes);
    CHECK(message_of([&] { read_back(path, written.content(), alone); }).find("/atoms/charge") !=
          std::string::npos);
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
