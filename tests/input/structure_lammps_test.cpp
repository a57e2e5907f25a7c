// SPDX-License-Identifier: BSD-3-Clause
#include "input/structure/lammps_data.hpp"

#include <cstdio>
#include <fstream>
#include <functional>
#include <sstream>

#include "structure_support.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

std::string whole_file(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

Structure parse(const std::string& text, LammpsDataOptions options = {},
                std::vector<Diagnostic>* warnings = nullptr) {
    return parse_lammps_data(text, "x.data", options, every_id, warnings);
}

std::string refused(const std::string& text, LammpsDataOptions options = {}) {
    return refusal([&] { parse(text, options); });
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
}

/// Two atoms of two types with everything that is read.
const std::string small = "title\n"                          // 1
                          "\n"                               // 2
                          "2 atoms\n"                        // 3
                          "2 atom types\n"                   // 4
                          "0 bonds\n"                        // 5
                          "-1 4 xlo xhi\n"                   // 6
                          "-2 4 ylo yhi\n"                   // 7
                          "-3 4 zlo zhi\n"                   // 8
                          "0.5 -0.25 1 xy xz yz\n"           // 9
                          "\n"                               // 10
                          "Masses\n"                         // 11
                          "\n"                               // 12
                          "1 2.5 # light\n"                  // 13
                          "2 7\n"                            // 14
                          "\n"                               // 15
                          "Atoms # full\n"                   // 16
                          "\n"                               // 17
                          "20 1 2 -0.5 1 2 3 0 -1 2\n"       // 18
                          "7 1 1 +0.5 1e-1 .5 -2.25 1 0 0\n" // 19
                          "\n"                               // 20
                          "Velocities\n"                     // 21
                          "\n"                               // 22
                          "20 1 2 3\n"                       // 23
                          "7 -1 -2 -3\n";                    // 24

} // namespace

TEST_CASE("a data file is read with all that it holds, atoms ranked by their number") {
    LammpsDataOptions options;
    options.mass_factor = 10;
    std::vector<Diagnostic> warnings;
    const Structure s = parse(small, options, &warnings);
    CHECK(s.total == 2);
    CHECK(s.id == std::vector<ParticleId>{0, 1});
    CHECK(s.labels.list() == std::vector<ParticleId>{7, 20});
    const Structure dense = parse(replaced(replaced(small, "\n20 1 2", "\n8 1 2"), "\n20", "\n8"));
    CHECK(dense.labels.in_order());
    CHECK(dense.labels.of(0) == 7);
    CHECK(dense.labels.of(1) == 8);
    CHECK(s.type == std::vector<TypeId>{0, 1});
    CHECK(s.position == std::vector<Vec3<double>>{{0.1, 0.5, -2.25}, {1, 2, 3}});
    CHECK(s.velocity == std::vector<Vec3<double>>{{-1, -2, -3}, {1, 2, 3}});
    CHECK(s.image == std::vector<Vec3<std::int32_t>>{{1, 0, 0}, {0, -1, 2}});
    CHECK(s.charge == std::vector<double>{0.5, -0.5});
    CHECK(s.box.edges == LowerTriangular<double>{5, 0.5, 6, -0.25, 1, 7});
    CHECK(s.box.origin == Vec3<double>{-1, -2, -3});
    REQUIRE(s.species.size() == 2);
    CHECK(s.species[0].name == "1");
    CHECK(s.species[0].mass == 25);
    CHECK(s.species[1].mass == 70);
    CHECK(warnings.empty());
}

TEST_CASE("line ends of Windows, blanks and a missing last line end change nothing") {
    const Structure plain = parse(small);
    std::string dos;
    for (const char c : small) dos += c == '\n' ? std::string("\r\n") : std::string(1, c);
    std::string tabs = small;
    std::replace(tabs.begin(), tabs.end(), ' ', '\t');
    for (const std::string& text : {dos, tabs, small.substr(0, small.size() - 1)}) {
        const Structure s = parse(text);
        CHECK(s.position == plain.position);
        CHECK(s.velocity == plain.velocity);
        CHECK(s.image == plain.image);
        CHECK(s.species[1].mass == plain.species[1].mass);
    }
}

TEST_CASE("sections may come in any order, labels name the species") {
    const std::string text = "t\n1 atoms\n1 atom types\n0 1 xlo xhi\n0 1 ylo yhi\n0 1 zlo zhi\n\n"
                             "Velocities\n\n1 1 2 3\n\nPair Coeffs # lj/cut\n\n1 1.0 1.0\n\n"
                             "Atoms\n\n1 1 0.5 0.5 0.5\n\nAtom Type Labels\n\n1 Ar\n";
    LammpsDataOptions options;
    options.style = AtomStyle::atomic;
    std::vector<Diagnostic> warnings;
    const Structure s = parse(text, options, &warnings);
    CHECK(s.species[0].name == "Ar");
    CHECK(s.species[0].mass == 0);
    CHECK(s.velocity[0] == Vec3<double>{1, 2, 3});
    CHECK(s.image.empty());
    CHECK(s.charge.empty());
    REQUIRE(warnings.size() == 1);
    CHECK(warnings[0].where == "x.data:12");
    CHECK(contains(warnings[0].message, "Pair Coeffs is not used"));
}

TEST_CASE("the columns of each atom style are found") {
    const std::string head =
        "t\n1 atoms\n3 atom types\n0 9 xlo xhi\n0 9 ylo yhi\n0 9 zlo zhi\n\nAtoms # ";
    const auto read = [&](const std::string& rest) { return parse(head + rest); };
    for (const std::string images : {"", " 1 2 3"}) {
        for (const std::string row : {"atomic\n\n1 2 5 6 7", "charge\n\n1 2 -0.5 5 6 7",
                                      "bond\n\n1 99 2 5 6 7", "full\n\n1 99 2 -0.5 5 6 7"}) {
            const Structure s = read(row + images + "\n");
            CHECK(s.type[0] == 1);
            CHECK(s.position[0] == Vec3<double>{5, 6, 7});
            CHECK(s.charge.empty() == !contains(row, "-0.5"));
            CHECK(s.image.empty() == images.empty());
        }
    }
}

TEST_CASE("reference files are read as the digits in them say, in any number of blocks") {
    const std::string cluster = data_file("lj13_cluster.data");
    CHECK(lammps_data_count(cluster) == 13);
    const Structure s = read_lammps_data(cluster, {}, every_id);
    REQUIRE(s.position.size() == 13);
    CHECK(s.box.origin == Vec3<double>{-20, -20, -20});
    CHECK(s.position[1] == Vec3<double>{-0.9202666147, 0, -0.5687560466});
    const double radius = dot(s.position[1], s.position[1]);
    for (std::size_t i = 2; i < 13; ++i) // an icosahedron: all at one distance from its centre
        CHECK(dot(s.position[i], s.position[i]) == Approx(radius).epsilon(1e-9));

    const std::string tilted = data_file("lj_triclinic500.data");
    const Structure t = read_lammps_data(tilted, {}, every_id);
    CHECK(t.total == 500);
    CHECK(t.box.volume() == Approx(624.9999992579974).epsilon(1e-14)); // as LAMMPS printed it
    CHECK(t.box.edges.yz == 2.90695911);
    check_blocks([&](IdBlock block) { return read_lammps_data(tilted, {}, block); });
}

TEST_CASE("a file written from a structure is read back bit for bit") {
    const Structure s = read_lammps_data(data_file("lj_triclinic500.data"), {}, every_id);
    std::string text = "t\n500 atoms\n1 atom types\n0 8.54987973 xlo xhi\n0 8.54987973 ylo yhi\n"
                       "0 8.54987973 zlo zhi\n1.79547474 -1.11148436 2.90695911 xy xz yz\n\n"
                       "Atoms # atomic\n\n";
    for (std::size_t n = 0; n < 500; ++n) { // scattered: 7 and 500 have no common factor
        const std::size_t i = 7 * n % 500;
        char line[128];
        std::snprintf(line, sizeof line, "%d 1 %.17g %.17g %.17g\n", static_cast<int>(3 * i + 5),
                      s.position[i].x / 3, s.position[i].y / 3, s.position[i].z / 3);
        text += line;
    }
    const Structure back = parse(text);
    REQUIRE(back.position.size() == 500);
    for (std::size_t i = 0; i < 500; ++i)
        CHECK(back.position[i] ==
              Vec3<double>{s.position[i].x / 3, s.position[i].y / 3, s.position[i].z / 3});
    check_blocks([&](IdBlock block) { return parse_lammps_data(text, "x", {}, block); });
}

TEST_CASE("a file cut off anywhere is refused, never half read") {
    const Structure whole = parse(small);
    for (std::size_t end = 0; end + 2 < small.size(); ++end) {
        if (end >= small.find("\nVelocities") - 1 && end <= small.find("\nVelocities") + 1)
            continue; // what is left is a complete file without velocities
        if (end >= small.find("-2 -3\n") + 4) continue; // the last digit may go unnoticed
        INFO("cut after " << end << " bytes");
        CHECK_THROWS_AS(parse(small.substr(0, end)), InputError);
    }
    CHECK(whole.total == 2);
}

TEST_CASE("each error of a data file is told in its place, all together") {
    std::string text = replaced(small, "-2 4 ylo", "4 4 ylo");
    text = replaced(text, "0 bonds", "3 bonds");
    text = replaced(text, "2 atom types\n", "2 atoms types\n");
    const std::string found = refused(text);
    CHECK(contains(found, "x.data:7: found 4 4 ylo yhi: the second must be above the first"));
    CHECK(contains(found, "x.data:5: found 3 bonds: bonded terms are not supported yet"));
    CHECK(contains(found, "x.data:4: found '2 atoms types', which is no header line"));
    CHECK(contains(found, "x.data: the header has no line 'N atom types'"));

    text = replaced(small, "20 1 2 -0.5 1 2 3", "20 1 3 -0.5 1 nan 3");
    text = replaced(text, "1e-1", "1e-1x");
    text = replaced(text, "1 2.5 #", "1 -2.5 #");
    text = replaced(text, "7 -1 -2 -3", "7 -1 inf -3");
    const std::string rows = refused(text);
    CHECK(contains(rows, "x.data:18: Atoms: found type '3'; allowed are 1 ... 2"));
    CHECK(contains(rows, "x.data:18: Atoms: 'nan' in column 6 is not a finite number"));
    CHECK(contains(rows, "x.data:19: Atoms: '1e-1x' in column 5"));
    CHECK(contains(rows, "x.data:13: Masses: found '-2.5'"));
}

TEST_CASE("each bad data file is refused in the right words") {
    const auto with = [](const std::string& from, const std::string& to) {
        return refused(replaced(small, from, to));
    };
    CHECK(contains(with("Atoms # full", "Atoms"), "x.data:16: the atom style is not known"));
    CHECK(contains(with("# full", "# sphere"), "atom style 'sphere' is not supported"));
    CHECK(contains(with("Atoms # full", "Atms # full"), "x.data:16: found 'Atms'"));
    CHECK(contains(with("2 atoms\n", "3 atoms\n"), "has 2 lines, but the header says 3 atoms"));
    CHECK(contains(with("2 atoms\n", "-2 atoms\n"), "x.data:3: 'atoms' needs one whole number"));
    CHECK(contains(with("2 atoms\n", "0 atoms\n"), "found 0 atoms"));
    CHECK(contains(with("2 atoms\n", "99999999999999999999 atoms\n"), "needs one whole number"));
    CHECK(contains(with("2 atoms\n", "9000000000000000000 atoms\n"), "is the file cut off?"));
    CHECK(contains(with("2 atom types", "900000000 atom types"),
                   "found 900000000 atom types; allowed are 1 ... 1000"));
    CHECK(contains(with("7 1 1 +0.5", "20 1 1 +0.5"),
                   "x.data:19: Atoms: atom 20 comes a second time"));
    CHECK(contains(with("7 1 1 +0.5", "0 1 1 +0.5"),
                   "must be an atom number; found '0', allowed are 1 ... "));
    CHECK(contains(with(" 1 0 0\n", "\n"),
                   "x.data:19: Atoms: found 7 columns; style full has 7, or 10"));
    CHECK(contains(with(" 1 0 0\n", " 1 0.5 0\n"), "atom 7 has the image flag '0.5'"));
    for (const char* image : {"2147483648", "-2147483648", "4294967297", "99999999999999999999"}) {
        const std::string error = with(" 1 0 0\n", std::string(" ") + image + " 0 0\n");
        CHECK(contains(error, std::string("atom 7 has the image flag '") + image));
        CHECK(contains(error, "from -2147483647 to 2147483647"));
    }
    CHECK(contains(with("7 -1 -2 -3", "8 -1 -2 -3"), "x.data:24: Velocities: there is no atom 8"));
    CHECK(contains(with("7 -1 -2 -3", "20 -1 -2 -3"), "Velocities: atom 20 comes a second time"));
    CHECK(contains(with("7 -1 -2 -3", "7 -1 -2"), "x.data:24: Velocities: found 3 columns"));
    CHECK(contains(with("7 -1 -2 -3", "7 -1 -2 nan"), "'nan' is not a finite number"));
    CHECK(contains(with("2 7\n", "1 7\n"), "x.data:14: Masses: type 1 comes a second time"));
    CHECK(contains(with("2 7\n", "3 7\n"), "needs a type from 1 to 2 and one value; found '3 7'"));
    CHECK(contains(with("2 7\n", ""), "x.data:11: Masses: names 1 of 2 atom types"));
    CHECK(contains(with("-3 4 zlo zhi\n", ""), "the header has no line 'LO HI zlo zhi'"));
    CHECK(contains(with("-3 4 zlo zhi\n", "-3 zlo zhi\n"),
                   "'zlo zhi' needs 2 numbers before it; found 1"));
    CHECK(contains(with("-3 4 zlo zhi\n", "4 -3 zlo zhi\n"), "the second must be above the first"));
    CHECK(contains(with("-3 4 zlo zhi\n", "0 1 0 avec\n"), "general triclinic boxes are not read"));
    CHECK(contains(with("Velocities", "Bonds"), "x.data:21: section Bonds: bonded terms are not"));
    CHECK(contains(with("Velocities", "Ellipsoids"), "particles with a shape"));
    CHECK(contains(with("Velocities", "Atoms # full"),
                   "x.data:21: the section Atoms comes a second"));
    CHECK(contains(refused(""), "the file has no section Atoms"));

    LammpsDataOptions options;
    options.style = AtomStyle::charge;
    CHECK(contains(refused(small, options),
                   "the file says atom style 'full', the input says 'charge'"));
}

namespace {

std::vector<Diagnostic> errors_of_rows(const std::function<std::string(int)>& row) {
    std::string text =
        "t\n100 atoms\n1 atom types\n0 1 xlo xhi\n0 1 ylo yhi\n0 1 zlo zhi\n\nAtoms # atomic\n\n";
    for (int i = 1; i <= 100; ++i) text += std::to_string(i) + " " + row(i) + "\n";
    try {
        parse(text);
    } catch (const InputError& error) {
        return error.errors();
    }
    return {};
}

} // namespace

TEST_CASE("errors of one kind are counted behind the third") {
    const auto errors = errors_of_rows([](int i) { return i > 90 ? "1 bad 0 0" : "1 0 0 0"; });
    REQUIRE(errors.size() == 3);
    CHECK(contains(errors[0].where, "x.data:100"));
    CHECK(!contains(errors[1].message, "the same"));
    CHECK(contains(errors[2].message, "the same is wrong 7 times more, up to line 109"));
}

TEST_CASE("no more than twenty errors are told") {
    const auto errors = errors_of_rows(
        [](int i) { return "1 bad" + std::string(static_cast<std::size_t>(i), 'x') + " 0 0"; });
    REQUIRE(errors.size() == 21);
    CHECK(contains(errors.back().message, "only the first 20 are shown"));
}

TEST_CASE("a path that is no file is refused") {
    CHECK(contains(refusal([] { read_lammps_data("/no/such.data", {}, every_id); }),
                   "/no/such.data: cannot be opened: there is no such file"));
    CHECK(contains(refusal([] { read_lammps_data("/", {}, every_id); }), "is not a regular file"));
    CHECK(!whole_file(data_file("lj13_cluster.data")).empty());
}

TEST_CASE("units that the title names must be those of the input") {
    const auto titled = [](const std::string& words) {
        return replaced(small, "title",
                        "LAMMPS data file via write_data, version 2 Aug 2023, " + words);
    };
    const auto taken = [&](const std::string& words, UnitSystem input) {
        LammpsDataOptions options;
        options.units = input;
        std::vector<Diagnostic> warnings;
        CHECK(parse(titled(words), options, &warnings).total == 2);
        return warnings.size();
    };
    const auto refused_in = [&](UnitSystem input, const std::string& words) {
        LammpsDataOptions options;
        options.units = input;
        return refused(titled(words), options);
    };
    CHECK(taken("timestep = 0, units = metal", UnitSystem::metal) == 0);
    CHECK(taken("timestep = 0, units = lj\r", UnitSystem::lj) == 0);
    CHECK(taken("timestep = 0, units=real", UnitSystem::real) == 0);
    CHECK(taken("timestep = 0", UnitSystem::nano) == 0);
    CHECK(taken("subunits = real, units are those of metal", UnitSystem::lj) == 0);
    CHECK(taken("units = Angstrom", UnitSystem::lj) == 1);

    const std::string metal = refused_in(UnitSystem::real, "timestep = 9, units = metal");
    CHECK(contains(metal, "x.data:1: the title says units = metal, but the input has "
                          "units.system = \"real\"; set units.system = \"metal\""));
    CHECK(contains(metal, "velocities times 0.001"));
    CHECK_FALSE(contains(metal, "lengths"));
    CHECK(contains(refused_in(UnitSystem::nano, "units = real"),
                   "lengths times 0.1, velocities times 100"));
    CHECK(contains(refused_in(UnitSystem::metal, "units = lj"), "sigma, epsilon and m"));
    // LAMMPS and we call different units nano.
    CHECK(contains(refused_in(UnitSystem::nano, "units = nano"), "attograms"));
    for (const char* style : {"si", "cgs", "electron", "micro"})
        CHECK(contains(refused_in(UnitSystem::lj, std::string("units = ") + style),
                       "there is no such units.system"));
}

TEST_CASE("atom numbers up to 2^62 are read, and larger ones refused with their line") {
    const std::string end = std::to_string(largest_label);
    const auto with = [](const std::string& a, const std::string& b) {
        const std::string text = replaced(replaced(small, "\n7 1 1", "\n" + a + " 1 1"),
                                          "\n20 1 2 -", "\n" + b + " 1 2 -");
        return replaced(replaced(text, "\n20 1 2 3", "\n" + b + " 1 2 3"), "\n7 -1",
                        "\n" + a + " -1");
    };
    const Structure s = parse(with(std::to_string(largest_label - 1), end));
    CHECK(s.labels.in_order());
    CHECK(s.labels.of(1) == largest_label);
    CHECK(s.position == parse(small).position);
    CHECK(s.velocity == parse(small).velocity);
    CHECK(contains(refused(with("9223372036854775806", "9223372036854775807")),
                   "allowed are 1 ... " + end));
}

TEST_CASE("a file of more atom types than a system may have is refused") {
    CHECK(contains(refused(replaced(small, "2 atom types", "1001 atom types")),
                   "found 1001 atom types; allowed are 1 ... 1000"));
}
