// SPDX-License-Identifier: BSD-3-Clause
#include "input/structure/extxyz.hpp"

#include <cstdio>

#include "structure_support.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

Structure parse(const std::string& text, ExtxyzOptions options = {},
                std::vector<Diagnostic>* warnings = nullptr) {
    return parse_extxyz(text, "x.xyz", options, every_id, warnings);
}

std::string refused(const std::string& text, ExtxyzOptions options = {}) {
    return refusal([&] { parse(text, options); });
}

/// With a column of another kind in place of `id`.
std::string replaced_column(std::string text) {
    return text.replace(text.find("id:I:1"), 6, "id:R:1");
}

const std::string cube = "Lattice=\"5 0 0 0 6 0 0 0 7\"";

} // namespace

TEST_CASE("an extended XYZ frame is read, columns in any order") {
    const std::string text =
        "3\n" + cube +
        " Properties=velo:R:3:forces:R:3:masses:R:1:pos:R:3:species:S:1:charge:R:1 pbc=\"T F T\" "
        "Origin=\"1 2 3\" Time=4.5 note='a b'\n"
        "1 2 3 9 9 9 2.5 0.5 1.5 2.5 Cu 0.25\n"
        "4 5 6 9 9 9 3.5 1 2 3 Ni -0.25\n"
        "7 8 9 9 9 9 2.5 -1 -2 -3 Cu 0\n";
    ExtxyzOptions options;
    options.mass_factor = 2;
    std::vector<Diagnostic> warnings;
    const Structure s = parse(text, options, &warnings);
    CHECK(s.total == 3);
    CHECK(s.id == std::vector<ParticleId>{0, 1, 2});
    CHECK(s.type == std::vector<TypeId>{0, 1, 0});
    CHECK(s.position == std::vector<Vec3<double>>{{0.5, 1.5, 2.5}, {1, 2, 3}, {-1, -2, -3}});
    CHECK(s.velocity == std::vector<Vec3<double>>{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}});
    CHECK(s.charge == std::vector<double>{0.25, -0.25, 0});
    REQUIRE(s.species.size() == 2);
    CHECK(s.species[0].name == "Cu");
    CHECK(s.species[0].mass == 5);
    CHECK(s.species[1].mass == 7);
    CHECK(s.box.edges == LowerTriangular<double>{5, 0, 6, 0, 0, 7});
    CHECK(s.box.origin == Vec3<double>{1, 2, 3});
    CHECK(s.box.periodic == std::array<bool, 3>{true, false, true});
    REQUIRE(warnings.size() == 1);
    CHECK(warnings[0].where == "x.xyz:2");
    CHECK(contains(warnings[0].message, "the column forces:R:3 is not used"));
    check_blocks([&](IdBlock block) { return parse_extxyz(text, "x", options, block); });
}

TEST_CASE("a column id numbers the atoms, which are ranked by it") {
    const auto file = [](const char* a, const char* b, const char* c) {
        return "3\n" + cube + " Properties=id:I:1:species:S:1:pos:R:3\n" + a + " Cu 1 0 0\n" + b +
               " Ni 2 0 0\n" + c + " Ni 3 0 0\n";
    };
    std::vector<Diagnostic> warnings;
    const Structure s = parse(file("30", "4", "17"), {}, &warnings);
    CHECK(warnings.empty());
    CHECK(s.id == std::vector<ParticleId>{2, 0, 1});
    CHECK(s.labels.list() == std::vector<ParticleId>{4, 17, 30});
    CHECK(s.position[0] == Vec3<double>{1, 0, 0});
    const Structure middle = parse_extxyz(file("30", "4", "17"), "x", {}, IdBlock{1, 2});
    CHECK(middle.id == std::vector<ParticleId>{1});
    CHECK(middle.position == std::vector<Vec3<double>>{{3, 0, 0}});
    CHECK(middle.labels.of(1) == 17);
    CHECK(middle.species[0].name == "Cu");
    CHECK(parse(file("2", "0", "1")).labels.in_order());
    CHECK(parse(file("2", "0", "1")).labels.first() == 0);
    CHECK(parse(replaced_column(file("2", "0", "1"))).labels.first() == 1);
    CHECK(contains(refused(file("5", "6", "5")), "x.xyz:5: id 5 comes a second time"));
    CHECK(contains(refused(file("5", "-6", "7")), "x.xyz:4: '-6' in column 1 is no number of an"));
    CHECK(contains(refused(file("5", "6", "7.5")), "x.xyz:5: '7.5' in column 1 is no number"));
}

TEST_CASE("lines that lack their id are reported as short ones") {
    const std::string head = "2\n" + cube + " Properties=species:S:1:pos:R:3:id:I:1\n";
    CHECK(contains(refused(head + "Ar 0 0 0\nAr 1 1 1\n"),
                   "x.xyz:3: found 4 columns; Properties say 5"));
    CHECK(contains(refused(head + "Ar 0 0 0 0\nAr 1 1 1\n"),
                   "x.xyz:4: found 4 columns; Properties say 5"));
}

TEST_CASE("defaults, line ends of Windows and other spellings are understood") {
    const Structure s =
        parse("1\r\nlattice=[[5,0,0],[1,6,0],[2,3,7]] pbc=[1,0,true]\r\nAr 1 2 3\r\n\r\n");
    CHECK(s.box.edges == LowerTriangular<double>{5, 1, 6, 2, 3, 7});
    CHECK(s.box.periodic == std::array<bool, 3>{true, false, true});
    CHECK(s.position[0] == Vec3<double>{1, 2, 3});
    CHECK(s.velocity.empty());
    CHECK(s.charge.empty());
    CHECK(s.species[0].mass == 0);
}

TEST_CASE("frames are counted from the front and from the end") {
    std::string text;
    for (int i = 0; i < 3; ++i)
        text += std::to_string(i + 1) + "\n" + cube + "\n" +
                (std::string("Ar 0 0 ") + std::to_string(i) + "\n") + (i > 0 ? "Ar 1 1 1\n" : "") +
                (i > 1 ? "Kr 2 2 2\n" : "");
    for (const std::int64_t frame : {0, 1, 2, -3, -2, -1}) {
        ExtxyzOptions options;
        options.frame = frame;
        const std::int64_t index = frame < 0 ? frame + 3 : frame;
        const Structure s = parse(text, options);
        CHECK(s.total == index + 1);
        CHECK(s.position[0].z == static_cast<double>(index));
    }
    ExtxyzOptions options;
    for (const std::int64_t frame : {2, -1}) {
        options.frame = frame;
        CHECK(parse(text + "\n \n", options).total > 0);
        CHECK_FALSE(refused(text + "\nA 1 1 1\n", options).empty());
    }
    options.frame = 2;
    CHECK(contains(refused(text + "A 1 1 1\n", options), "but goes on: found 'A 1 1 1'"));
    options.frame = 3;
    CHECK(contains(refused(text, options), "frame 3 is not there; the file has 3 frames"));
    options.frame = -4;
    CHECK(contains(refused(text, options), "frame -4 is not there"));
}

TEST_CASE("a rotated lattice is turned to lower-triangular form with all that moves with it") {
    // Edges (4,0,0), (1,5,0), (2,-1,6) turned by a rotation of no symmetry.
    const double c = std::cos(0.7);
    const double d = std::sin(0.7);
    const auto turn = [&](Vec3<double> v) {
        const Vec3<double> a{c * v.x - d * v.y, d * v.x + c * v.y, v.z};
        return Vec3<double>{a.x, c * a.y - d * a.z, d * a.y + c * a.z};
    };
    char text[1024];
    const Vec3<double> a = turn({4, 0, 0});
    const Vec3<double> b = turn({1, 5, 0});
    const Vec3<double> e = turn({2, -1, 6});
    const Vec3<double> r = turn({0.5, 1.5, -2.5});
    const Vec3<double> v = turn({-3, 2, 1});
    std::snprintf(
        text, sizeof text,
        "1\nLattice=\"%.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g\" "
        "Properties=species:S:1:pos:R:3:vel:R:3\nAr %.17g %.17g %.17g %.17g %.17g %.17g\n",
        a.x, a.y, a.z, b.x, b.y, b.z, e.x, e.y, e.z, r.x, r.y, r.z, v.x, v.y, v.z);
    std::vector<Diagnostic> warnings;
    const Structure s = parse(text, {}, &warnings);
    const LowerTriangular<double> h = s.box.edges;
    const std::vector<double> found = {h.xx, h.xy, h.yy, h.xz, h.yz, h.zz};
    const std::vector<double> expected = {4, 1, 5, 2, -1, 6};
    for (std::size_t i = 0; i < 6; ++i) CHECK(found[i] == Approx(expected[i]).epsilon(1e-13));
    const Vec3<double> position{0.5, 1.5, -2.5};
    const Vec3<double> velocity{-3, 2, 1};
    for (int k = 0; k < 3; ++k) {
        CHECK(s.position[0][k] == Approx(position[k]).epsilon(1e-13));
        CHECK(s.velocity[0][k] == Approx(velocity[k]).epsilon(1e-13));
    }
    REQUIRE(warnings.size() == 1);
    CHECK(contains(warnings[0].message, "rotated"));
}

TEST_CASE("each bad extended XYZ file is refused in the right words") {
    const std::string good = "1\n" + cube + "\nAr 1 2 3\n";
    CHECK(contains(refused("\n \n"), "frame 0 is not there; the file has 0 frames"));
    CHECK(contains(refused("one\n"), "x.xyz:1: a frame must begin with its number of atoms"));
    CHECK(contains(refused("0\n" + cube + "\n"), "1 or more; found '0'"));
    CHECK(contains(refused("1\n\nAr 1 2 3\n"), "x.xyz:2: the comment line has no Lattice"));
    CHECK(contains(refused("2\n" + cube + "\nAr 1 2 3\n"),
                   "promises 2 atoms, but the file ends after 1"));
    CHECK(contains(refused("9000000000000000000\n" + cube + "\nAr 1 2 3\n"), "ends after 1"));
    CHECK(contains(refused("1\nLattice=\"1 2 3\"\nAr 1 2 3\n"),
                   "Lattice must be 9 finite numbers; found '1 2 3'"));
    CHECK(contains(refused("1\nLattice=\"5 0 0 0 6 0 0 0 7\nAr 1 2 3\n"), "no closing quote"));
    CHECK(contains(refused("1\nLattice=\"0 6 0 5 0 0 0 0 7\"\nAr 1 2 3\n"), "left-handed"));
    CHECK(contains(refused("1\nLattice=\"1 0 0 2 0 0 0 0 7\"\nAr 1 2 3\n"), "span no volume"));
    CHECK(contains(refused("1\nLattice=\"1 0 0 0 nan 0 0 0 7\"\nAr 1 2 3\n"), "9 finite numbers"));
    CHECK(contains(refused("1\n" + cube + " pbc=\"T F\"\nAr 1 2 3\n"),
                   "pbc must be three of T or F"));
    CHECK(contains(refused("1\n" + cube + " " + cube + "\nAr 1 2 3\n"),
                   "'lattice' comes a second time"));
    CHECK(contains(refused("1\n" + cube + " Properties=species:S:1:pos:R\nAr 1 2 3\n"),
                   "must be a chain of"));
    CHECK(contains(refused("1\n" + cube + " Properties=species:S:1:pos:X:3\nAr 1 2 3\n"),
                   "must be a chain of"));
    CHECK(contains(refused("1\n" + cube + " Properties=id:I:1:pos:R:3\n1 1 2 3\n"),
                   "has no species:S:1"));
    CHECK(contains(refused("1\n" + cube + " Properties=species:S:1\nAr\n"), "has no pos:R:3"));
    CHECK(contains(refused("1\n" + cube + "\nAr 1 2\n"),
                   "x.xyz:3: found 3 columns; Properties say 4"));
    CHECK(contains(refused("1\n" + cube + "\nAr 1 2 inf\n"),
                   "x.xyz:3: 'inf' in column 4 is not a finite"));
    CHECK(contains(refused("2\n" + cube +
                           " Properties=species:S:1:pos:R:3:mass:R:1\nAr 1 2 3 4\nAr 1 2 3 5\n"),
                   "x.xyz:4: found mass 5 for species 'Ar', but 4 before"));
    CHECK(contains(refused("1\n" + cube + " Properties=species:S:1:pos:R:3:mass:R:1\nAr 1 2 3 0\n"),
                   "it must be above zero"));
    CHECK(parse(good).total == 1);
    for (std::size_t end = 0; end < good.size() - 2; ++end)
        CHECK_THROWS_AS(parse(good.substr(0, end)), InputError);
}

TEST_CASE("numbers up to 2^62 are read, and larger ones refused with their line") {
    const auto file = [](const std::string& a, const std::string& b) {
        return "2\n" + cube + " Properties=id:I:1:species:S:1:pos:R:3\n" + a + " Cu 1 0 0\n" + b +
               " Cu 2 0 0\n";
    };
    const std::string most = std::to_string(largest_label);
    const Structure s = parse(file(most, std::to_string(largest_label - 1)));
    CHECK(s.id == std::vector<ParticleId>{1, 0});
    CHECK(s.labels.of(1) == largest_label);
    for (const char* number : {"4611686018427387905", "9223372036854775807", "9223372036854775808"})
        CHECK(contains(refused(file("9223372036854775806", number)),
                       "x.xyz:4: '" + std::string(number) +
                           "' in column 1 is no number of an atom; allowed are 0 ... " + most));
}

TEST_CASE("a file of more species than a system may have is refused while it is read") {
    const auto file = [](std::size_t species) {
        std::string text = std::to_string(species + 2) + "\n" + cube + "\n";
        for (std::size_t t = 0; t < species; ++t) text += "S" + std::to_string(t) + " 1 2 3\n";
        return text + "S0 1 1 1\nS1 2 2 2\n";
    };
    CHECK(parse(file(most_species)).species.size() == most_species);
    CHECK(contains(refused(file(most_species + 1)),
                   "x.xyz:1003: species 'S1000' is one more than the 1000 that are allowed"));
}
