// SPDX-License-Identifier: BSD-3-Clause
#include "guard/regular_file.hpp"

#include <array>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "core/error.hpp"
#include "guard/printable.hpp"
#include "support/catch.hpp"

using namespace mdsim;
using namespace mdsim::guard;

namespace {

namespace fs = std::filesystem;

/// A folder for one test.
class Folder {
  public:
    Folder() : path_(fs::temp_directory_path() / ("mdsim-guard-" + std::to_string(::getpid()))) {
        fs::create_directories(path_);
    }
    ~Folder() { fs::remove_all(path_); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    std::string operator/(const char* name) const { return (path_ / name).string(); }

  private:
    fs::path path_;
};

std::string refusal(const std::string& path) {
    try {
        const RegularFile file(path);
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

void write(const std::string& path, const std::string& text) { std::ofstream(path) << text; }

} // namespace

TEST_CASE("a regular file is read, and through a link too") {
    const Folder folder;
    write(folder / "a", "some words");
    fs::create_symlink(folder / "a", folder / "link");
    for (const char* name : {"a", "link"}) {
        const RegularFile file(folder / name);
        CHECK(file.size() == 10);
        std::array<std::byte, 5> word{};
        CHECK(file.read_at(5, word));
        CHECK(std::to_integer<char>(word[0]) == 'w');
        CHECK_FALSE(file.read_at(6, word));
        CHECK(file.is_same(file.descriptor()));
        CHECK_FALSE(file.is_same(0));
        CHECK(read_text(folder / name, 10, "") == "some words");
        CHECK(other_kind(folder / name).empty());
    }
    CHECK_THROWS_WITH(read_text(folder / "a", 9, "too long"), folder / "a" + ": too long");
}

TEST_CASE("whatever is no regular file is refused by name, without waiting for it") {
    const Folder folder;
    REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
    CHECK(refusal(folder / "pipe").find("is not a regular file but a pipe") != std::string::npos);
    CHECK(refusal("/dev/null").find("but a device") != std::string::npos);
    CHECK(refusal(folder / ".").find("but a folder") != std::string::npos);
    CHECK(refusal(folder / "none").find("there is no such file") != std::string::npos);
    CHECK(other_kind(folder / "pipe") == "a pipe");
    CHECK(other_kind(folder / "none").empty());
}

TEST_CASE("a file that is nearly all holes is refused") {
    const Folder folder;
    write(folder / "a", "begins well");
    fs::resize_file(folder / "a", std::uintmax_t{1} << 40);
    CHECK(refusal(folder / "a").find("the rest was never written") != std::string::npos);
    fs::resize_file(folder / "a", 1 << 20);
    CHECK(refusal(folder / "a").empty());
}

TEST_CASE("control characters do not reach messages") {
    CHECK(printable("a\x1b[2Jb\x7f\nc\td") == "a?[2Jb?\nc\td");
    CHECK(printable("\xc2\x9b"
                    "x\xc3\xa9") == "?x\xc3\xa9");
    CHECK(in_quotes("a\nb") == "'a?b'");
    CHECK(in_quotes("abcdef", 3) == "'abc...'");
}
