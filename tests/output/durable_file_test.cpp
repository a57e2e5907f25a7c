// SPDX-License-Identifier: BSD-3-Clause
#include "output/durable_file.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "core/error.hpp"
#include "output/hdf5.hpp"
#include "output/output_support.hpp"
#include "support/catch.hpp"

using namespace mdsim;
using namespace mdsim::test;

TEST_CASE("a new file takes the place of a link and leaves its target alone", "[durable]") {
    const TempDir dir;
    const std::string target = dir.file("precious");
    write_atomically(target, bytes_of("precious"), Durability::process);
    const std::string path = dir.file("table.csv");
    std::filesystem::create_symlink(target, path);
    PosixFile(path, FileMode::create).write_at(0, bytes_of("rows"));
    CHECK(read_file(path) == "rows");

    const std::string beside = path + ".tmp";
    std::filesystem::create_symlink(target, beside);
    write_atomically(path, bytes_of("other rows"), Durability::power);
    CHECK(read_file(path) == "other rows");
    CHECK_FALSE(std::filesystem::exists(std::filesystem::symlink_status(beside)));

    const std::string hdf5 = dir.file("series.h5");
    std::filesystem::create_symlink(target, hdf5);
    h5::File::create(hdf5).close();
    CHECK_FALSE(std::filesystem::is_symlink(hdf5));
    CHECK(read_file(target) == "precious");
}

TEST_CASE("pipes, devices and folders are refused at once", "[durable]") {
    const TempDir dir;
    const std::string pipe = dir.file("pipe");
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    for (const std::string& path : {pipe, std::string("/dev/zero"), dir.path()})
        CHECK(message_of([&] { PosixFile(path, FileMode::read); }).find("not a file") !=
              std::string::npos);
    CHECK(message_of([&] { PosixFile(pipe, FileMode::update); }).find("not a file") !=
          std::string::npos);
}

TEST_CASE("only links of this user are written through", "[durable]") {
    const TempDir dir;
    const std::string target = dir.file("moved.h5");
    const std::string link = dir.file("trajectory.h5md");
    h5::File::create(target).close();
    std::filesystem::create_symlink(target, link);
    PosixFile(link, FileMode::update);
    h5::File::open_update(link).close();
    constexpr uid_t nobody = 65534;
    if (::lchown(link.c_str(), nobody, nobody) != 0) {
        WARN("not root: no link of another user can be made");
        return;
    }
    const std::string words = "another user has made";
    CHECK(message_of([&] { PosixFile(link, FileMode::update); }).find(words) != std::string::npos);
    CHECK(message_of([&] { h5::File::open_update(link); }).find(words) != std::string::npos);
}

TEST_CASE("a name that cannot be given leaves nothing beside", "[durable]") {
    const TempDir dir;
    const std::string path = dir.file("folder");
    std::filesystem::create_directories(path + "/inside");
    CHECK_THROWS_AS(write_atomically(path, bytes_of("text"), Durability::process),
                    EnvironmentError);
    CHECK_FALSE(file_exists(path + ".tmp"));
}

TEST_CASE("readers of a file that is replaced always see it whole", "[durable][crash]") {
    constexpr std::size_t length = 3000;
    const TempDir dir;
    const std::string path = dir.file("progress.json");
    const auto write = [&](char letter) {
        const std::string text(length, letter);
        write_atomically(path, bytes_of(text), Durability::process);
    };
    write('a');
    for (int trial = 0; trial < 20; ++trial) {
        in_killed_child(
            [&] {
                for (char letter = 'a';; letter = letter == 'a' ? 'b' : 'a') write(letter);
            },
            500 + 97 * trial);
        const std::string text = read_file(path);
        CHECK(text == std::string(length, text.at(0)));
    }
}
