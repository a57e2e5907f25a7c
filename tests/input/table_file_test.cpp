// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>

#include <unistd.h>

#include <fmt/format.h>

#include "input/table_file.hpp"
#include "support/catch.hpp"

using namespace mdsim;

namespace {

/// A file that lives as long as the test.
class TextOnDisk {
  public:
    explicit TextOnDisk(const std::string& text)
        : path_(std::filesystem::temp_directory_path() /
                fmt::format("mdsim-table-{}.txt", getpid())) {
        std::ofstream(path_) << text;
    }
    ~TextOnDisk() { std::filesystem::remove(path_); }
    std::string path() const { return path_.string(); }

  private:
    std::filesystem::path path_;
};

TableFile read(const std::string& text, const std::string& section = "") {
    return read_table_file(TextOnDisk(text).path(), section);
}

/// The message of the InputError that reading must throw.
std::string refusal(const std::string& text, const std::string& section = "") {
    try {
        read(text, section);
    } catch (const InputError& error) {
        return error.what();
    }
    return "accepted";
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

// Lennard-Jones in the form that the pair_write command of LAMMPS gives a table.
const std::string lammps_sections = "# DATE: 2021-09-29 UNITS: lj Created by pair_write\n"
                                    "# Pair potential lj/cut for atom types 1 1: i,r,energy,force\n"
                                    "\n"
                                    "first\n"
                                    "N 4 RSQ 1 2\n"
                                    "\n"
                                    "1 1 0 24\n"
                                    "2 1.4142135623731 -0.4375 -1.5909902576697\n"
                                    "3 1.73205080756888 -0.14266117969822 -0.475160722268692\n"
                                    "4 2 -0.0615234375 -0.181640625\n"
                                    "second\r\n"
                                    "N 2 R 1.0 1.1\r\n"
                                    "1 1.0 5.0 0.0 # comment\r\n"
                                    "2 1.1 5.0 0.0\r\n";

} // namespace

TEST_CASE("a plain table is read", "[table_file]") {
    const TableFile table = read("# r energy force\n\n 0.5  2.5e0 +3.0\n1.0\t1 3 # last\n");
    CHECK(table.r == std::vector<double>{0.5, 1.0});
    CHECK(table.energy == std::vector<double>{2.5, 1.0});
    CHECK(table.force == std::vector<double>{3.0, 3.0});
    CHECK(table.warnings.empty());
}

TEST_CASE("a section of a LAMMPS table is read", "[table_file]") {
    const TableFile table = read(lammps_sections, "first");
    REQUIRE(table.r.size() == 4);
    CHECK(table.r[1] == 1.4142135623731);
    CHECK(table.energy[1] == -0.4375);
    CHECK(table.force[0] == 24.0);
    CHECK(read(lammps_sections, "second").r.size() == 2);
    CHECK(contains(refusal(lammps_sections), "one of 'first', 'second'"));
    CHECK(contains(refusal(lammps_sections, "third"), "has no section 'third'"));
}

TEST_CASE("each fault of a table is told with its line", "[table_file]") {
    CHECK(contains(refusal("1 2 3\n2 3\n"), ".txt:2: 2 columns found, expected 3"));
    CHECK(contains(refusal("1 2 3\n2 nan 3\n"), ":2: 'nan' is not a finite number"));
    CHECK(contains(refusal("1 2 3\n2 1e400 3\n"), ":2: '1e400' is not a finite number"));
    CHECK(contains(refusal("1 2 3\n1 2 3\n"), ":2: r = 1 does not rise"));
    CHECK(contains(refusal("0 2 3\n1 2 3\n"), ":1: r = 0 must be positive"));
    CHECK(contains(refusal("1 2 3\n"), "at least two rows"));
    CHECK(contains(refusal("# nothing\n"), "holds no rows"));
    CHECK(contains(refusal("A B C\n"), ":1: 'A' is neither"));
    CHECK(contains(refusal("A\nN 3\n1 1 0 0\n2 2 0 0\n"),
                   ":1: section 'A' has 2 good rows, N says 3"));
    CHECK(contains(refusal("A\nN many\n1 1 0 0\n2 2 0 0\n"), ":2: N = 'many'"));
    CHECK(contains(refusal("A\nN 2\n1 0 0\n2 0 0\n"), ":3: 3 columns found, expected 4"));

    const std::string both = refusal("1 2 3\n1 x 3\n2 3\n");
    CHECK(contains(both, ":2: "));
    CHECK(contains(both, ":3: "));
    CHECK_THROWS_AS(read_table_file("/does/not/exist", ""), InputError);
}

TEST_CASE("a force that is not minus the slope of the energy is noted", "[table_file]") {
    const auto text = [](double sign, bool zero_at_end) {
        std::string rows;
        for (int i = 0; i < 200; ++i) {
            const double r = 0.9 + 0.008 * i;
            const double energy = 4 * (std::pow(r, -12) - std::pow(r, -6));
            const double force = sign * (48 * std::pow(r, -13) - 24 * std::pow(r, -7));
            rows += zero_at_end && i == 199 ? fmt::format("{} 0 0\n", r)
                                            : fmt::format("{} {} {}\n", r, energy, force);
        }
        return rows;
    };
    CHECK(read(text(1.0, false)).warnings.empty());
    CHECK(read(text(1.1, false)).warnings.size() == 1);
    REQUIRE(read(text(-1.0, false)).warnings.size() == 1);
    CHECK(contains(read(text(-1.0, false)).warnings[0].where, ":2"));
    REQUIRE(read(text(1.0, true)).warnings.size() == 1);
    CHECK(contains(read(text(1.0, true)).warnings[0].where, ":200"));
}
