// SPDX-License-Identifier: BSD-3-Clause
#include "session/folder_content.hpp"

#include <unistd.h>

#include <fstream>
#include <utility>

#include "support/catch.hpp"

using namespace mdsim;
namespace fs = std::filesystem;

namespace {

using Files = std::vector<std::pair<std::string, std::string>>;

/// What is found in a folder of these files.
FolderContent found(const Files& files) {
    const fs::path folder =
        fs::temp_directory_path() / ("mdsim-content-" + std::to_string(::getpid()));
    fs::create_directory(folder);
    for (const auto& [name, text] : files) std::ofstream(folder / name) << text;
    FolderContent content = content_of(folder);
    fs::remove_all(folder);
    return content;
}

Occupant occupant(const Files& files) { return found(files).occupant; }

std::string word(const std::string& state, int step) {
    return R"({"state": ")" + state + R"(", "step": )" + std::to_string(step) + "}";
}

} // namespace

TEST_CASE("only the exact names of a run's files are taken for them") {
    for (const char* const name : {"trajectory.h5md",
                                   "trajectory.h5md.undo",
                                   "trajectory.h5md.undo.tmp",
                                   "thermo.h5",
                                   "thermo.h5.undo",
                                   "thermo.csv",
                                   "cna.csv",
                                   "cna.h5",
                                   "cna.h5.undo",
                                   "cna.csv.sums",
                                   "centro_symmetry.h5",
                                   "coordination.csv",
                                   "rdf.csv",
                                   "rdf.csv.tmp",
                                   "progress.json",
                                   "progress.json.tmp",
                                   "summary.json",
                                   "input.toml",
                                   "input.toml.tmp",
                                   "mdsim.log",
                                   "input.original.toml",
                                   "input.original.toml.tmp",
                                   "input.original.1.toml",
                                   "input.original.20.toml",
                                   "checkpoint.h5",
                                   "checkpoint.h5.tmp",
                                   "checkpoint.1.h5",
                                   "checkpoint.100.h5"}) {
        INFO(name);
        CHECK(written_by_runs(name));
    }
    for (const char* const name : {"",
                                   ".tmp",
                                   ".undo",
                                   "trajectory.h5md.bak",
                                   "trajectory.h5",
                                   "my.trajectory.h5md",
                                   "thermo.csv_old",
                                   "thermo.csv.undo",
                                   "cna.csv.undo",
                                   "cna",
                                   "mdsim.log.1",
                                   "mdsim1.log",
                                   "input.original",
                                   "input.1.toml",
                                   "input.original.01.toml",
                                   "input.original.a.toml",
                                   "checkpoint",
                                   "checkpoint.",
                                   "checkpoint.h5.old",
                                   "checkpoint_notes.txt",
                                   "checkpoint..h5",
                                   "checkpoint.1h5",
                                   "checkpoint.01.h5",
                                   "checkpoint.0.h5",
                                   "checkpoint.-1.h5",
                                   "checkpoint.1.2.h5",
                                   "Input.toml",
                                   "input.toml~"}) {
        INFO(name);
        CHECK_FALSE(written_by_runs(name));
    }
}

TEST_CASE("a folder is empty, or holds a run that came to nothing") {
    CHECK(occupant({}) == Occupant::nobody);
    CHECK(occupant({{"notes.txt", "text"}, {"checkpoint_1", ""}}) == Occupant::nobody);
    CHECK(occupant({{"progress.json.tmp", word("running", 0)}}) == Occupant::nobody);
    const Files begun{{"input.toml", ""}, {"input.toml.tmp", ""}, {"thermo.csv", "step\n"}};
    for (const std::string& last : {word("running", 0), word("failed", 7), word("stopped", 0)}) {
        Files files = begun;
        files.emplace_back("progress.json", last);
        INFO(last);
        CHECK(occupant(files) == Occupant::nobody);
        CHECK(found(files).names.size() == 4);
    }
    CHECK(occupant({{"progress.json", word("failed", 0)}, {"trajectory.h5md", ""}}) ==
          Occupant::nobody);
}

TEST_CASE("results of a run that has not finished are seen") {
    for (const std::string& last : {word("running", 0), word("failed", 1), word("stopped", 9)})
        for (const char* const name : {"trajectory.h5md", "thermo.h5", "rdf.csv"}) {
            INFO(last << name);
            const auto content = found({{"progress.json", last}, {name, ""}});
            CHECK(content.occupant == Occupant::unfinished);
            CHECK_FALSE(content.has_checkpoint);
        }
    CHECK(occupant({{"progress.json", word("running", 3)}, {"thermo.csv", "step\n0"}}) ==
          Occupant::unfinished);
    for (const char* const name : {"checkpoint.h5", "checkpoint.2.h5"}) {
        CHECK(found({{name, ""}}).has_checkpoint);
        CHECK(occupant({{name, ""}}) == Occupant::unfinished);
        CHECK(occupant({{name, ""}, {"progress.json", word("failed", 0)}}) == Occupant::unfinished);
        CHECK(occupant({{name, ""}, {"progress.json", word("finished", 0)}}) == Occupant::finished);
    }
}

TEST_CASE("files of a run are those of an unknown without a word that can be read") {
    CHECK(occupant({{"input.toml", ""}}) == Occupant::unknown);
    CHECK(occupant({{"thermo.csv", "a\n"}}) == Occupant::unknown);
    for (const char* const text :
         {"", "[]", "{", "{}", R"({"state": 5})", R"({"state": null, "step": 0})"}) {
        INFO(text);
        CHECK(occupant({{"progress.json", text}}) == Occupant::unknown);
        CHECK(occupant({{"progress.json", text}, {"checkpoint.h5", ""}}) == Occupant::unfinished);
    }
}
