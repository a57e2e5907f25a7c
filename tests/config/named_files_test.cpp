// SPDX-License-Identifier: BSD-3-Clause
#include "config/named_files.hpp"

#include <filesystem>
#include <string>

#include "support/app_cases.hpp"
#include "support/catch.hpp"

using namespace mdsim;
namespace fs = std::filesystem;

namespace {

Config reading(const std::string& file, const fs::path& source) {
    Config config;
    config.source = source;
    config.system.file = FileSettings{};
    config.system.file->path = file;
    return config;
}

std::string seen_from(const fs::path& folder, Config config) {
    name_files_from(folder, config);
    return config.system.file->path;
}

} // namespace

TEST_CASE("a file named from another folder is the same file") {
    const TestFolder folder("mdsim_named_files_test");
    const fs::path& here = folder.path();
    folder.write("data/start.data", "");
    folder.write("far/away/out/x", "");
    fs::create_directory_symlink(here / "far/away/out", here / "linked");
    fs::create_symlink("start.data", here / "data/link.data");
    for (const std::string name :
         {"data/start.data", "./data/../data/start.data", "data/link.data"})
        for (const std::string out : {"new.out", "far/away/out", "linked", "data", ".", "a/b/c"}) {
            INFO(name << " from " << out);
            fs::create_directories(here / out);
            const std::string seen = seen_from(here / out, reading(name, here / "in.toml"));
            CHECK(fs::path(seen).is_relative());
            CHECK(fs::path(seen).filename() == fs::path(name).filename());
            CHECK(fs::equivalent(here / out / seen, here / "data/start.data"));
            CHECK(seen_from(here / out, reading(seen, here / out / "input.toml")) == seen);
        }
}

TEST_CASE("files named from the current folder, absolutely and not at all") {
    CHECK(seen_from("in.out", reading("start.data", "in.toml")) == "../start.data");
    CHECK(seen_from("in.out", reading("in.out/start.data", "in.toml")) == "start.data");
    CHECK(seen_from("in.out", reading("/data/start.data", "in.toml")) == "/data/start.data");
    CHECK(seen_from("in.out", reading("", "in.toml")).empty());
}

TEST_CASE("folders are left out of the lines that name files, and of no others") {
    CHECK(without_folders("path = \"../a/b.data\"") == "path = \"b.data\"");
    CHECK(without_folders("file = \"/a/b.table\"") == "file = \"b.table\"");
    CHECK(without_folders("file = \"b.table\"") == "file = \"b.table\"");
    CHECK(without_folders("section = \"a/b\"") == "section = \"a/b\"");
}
