// SPDX-License-Identifier: BSD-3-Clause
#include <vector>

#include "core/error.hpp"
#include "output/extxyz_writer.hpp"
#include "output/lammps_dump_writer.hpp"
#include "output/output_support.hpp"
#include "support/catch.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

using Write = void (*)(TextFile&, const TextFrame&);

const std::vector<std::string> names{"Ar", "Kr"};
const std::vector<TypeId> types{1, 0};
const std::vector<Vec3<double>> places{{0.1f, 2, 3}, {-4, 5e-12, 6}};
const std::vector<Vec3<double>> motion{{1, 0, 0}, {0, -1, 0.5}};
const std::vector<Vec3<std::int32_t>> images{{0, 1, -1}, {2, 0, 0}};

TextFrame frame_of_two() {
    TextFrame frame{names, types, {}, {}, {}, places, {}, {}, {}, false};
    frame.box.edges = {10, 0, 11, 0, 0, 12.5};
    return frame;
}

std::string text_of(Write write, const TextFrame& frame) {
    const TempDir dir;
    const std::string path = dir.file("text");
    TextFile file(path);
    write(file, frame);
    file.finish();
    return read_file(path);
}

} // namespace

TEST_CASE("extended XYZ says what its columns are", "[text]") {
    TextFrame frame = frame_of_two();
    CHECK(text_of(write_extxyz, frame) ==
          "2\nLattice=\"10 0 0 0 11 0 0 0 12.5\" Properties=species:S:1:pos:R:3 pbc=\"T T T\"\n"
          "Kr 0.100000001 2 3\nAr -4 5e-12 6\n");
    frame.box.edges = {10, 1.5, 11, -2, 0.25, 12};
    frame.box.origin = {-1, 0, 0};
    frame.box.periodic = {true, false, true};
    frame.step = 200;
    frame.time = 0.4;
    frame.velocity = motion;
    frame.force = places;
    CHECK(text_of(write_extxyz, frame) ==
          "2\nLattice=\"10 0 0 1.5 11 0 -2 0.25 12\" Origin=\"-1 0 0\" "
          "Properties=species:S:1:pos:R:3:velo:R:3:forces:R:3 Step=200 Time=0.4 pbc=\"T F T\"\n"
          "Kr 0.100000001 2 3 1 0 0 0.100000001 2 3\nAr -4 5e-12 6 0 -1 0.5 -4 5e-12 6\n");
}

TEST_CASE("a dump has the bounds of the box that encloses a slanted one", "[text]") {
    TextFrame frame = frame_of_two();
    CHECK(text_of(write_lammps_dump, frame) ==
          "ITEM: TIMESTEP\n0\nITEM: NUMBER OF ATOMS\n2\nITEM: BOX BOUNDS pp pp pp\n"
          "0 10\n0 11\n0 12.5\nITEM: ATOMS id type element x y z\n"
          "1 2 Kr 0.100000001 2 3\n2 1 Ar -4 5e-12 6\n");
    frame.box.edges = {10, 1.5, 11, -2, 0.25, 12};
    frame.box.origin = {-1, 0, 3};
    frame.box.periodic = {true, true, false};
    frame.step = 7;
    frame.image = images;
    frame.velocity = motion;
    CHECK(text_of(write_lammps_dump, frame) ==
          "ITEM: TIMESTEP\n7\nITEM: NUMBER OF ATOMS\n2\nITEM: BOX BOUNDS xy xz yz pp pp ff\n"
          "-3 10.5 1.5\n0 11.25 -2\n3 15 0.25\n"
          "ITEM: ATOMS id type element x y z ix iy iz vx vy vz\n"
          "1 2 Kr 0.100000001 2 3 0 1 -1 1 0 0\n2 1 Ar -4 5e-12 6 2 0 0 0 -1 0.5\n");
    frame.unwrapped = true;
    frame.image = {};
    CHECK(text_of(write_lammps_dump, frame).find("element xu yu zu vx vy vz\n") !=
          std::string::npos);
}

TEST_CASE("measures of structure are columns behind all others", "[text]") {
    TextFrame frame = frame_of_two();
    frame.force = places;
    const std::vector<AtomNumbers> numbers{{measure_forms[0], {3, 0}},
                                           {measure_forms[1], {0.25, 1e-5}}};
    frame.numbers = numbers;
    const std::string xyz = text_of(write_extxyz, frame);
    CHECK(xyz.find(":forces:R:3:cna:I:1:centro_symmetry:R:1 ") != std::string::npos);
    CHECK(xyz.find("0.100000001 2 3 3 0.25\n") != std::string::npos);
    const std::string dump = text_of(write_lammps_dump, frame);
    CHECK(dump.find("x y z fx fy fz cna centro_symmetry\n") != std::string::npos);
    CHECK(dump.find("-4 5e-12 6 0 1e-05\n") != std::string::npos);
}

TEST_CASE("a text file takes its name when it is whole", "[text]") {
    const TempDir dir;
    const std::string path = dir.file("frames.xyz");
    write_atomically(path, bytes_of("old"), Durability::process);
    {
        TextFile given_up(path);
        given_up.print("{}", 1);
        CHECK(file_exists(path + ".part"));
    }
    CHECK_FALSE(file_exists(path + ".part"));
    CHECK(read_file(path) == "old");
    std::string expected;
    TextFile file(path);
    for (int i = 0; i < 300'000; ++i) { // more than one buffer
        file.print("{} ", i);
        expected += std::to_string(i) + " ";
    }
    CHECK(read_file(path) == "old");
    file.finish();
    CHECK(read_file(path) == expected);
    CHECK_FALSE(file_exists(path + ".part"));
    CHECK_THROWS_AS(TextFile("/no/such/folder/frames.xyz"), EnvironmentError);
}

TEST_CASE("units are named where they have a name", "[text]") {
    TextFrame frame = frame_of_two();
    frame.time = 0.25;
    frame.units = "metal";
    CHECK(text_of(write_extxyz, frame).find(" Time=0.25 units=metal pbc=") != std::string::npos);
    const std::string plain = "ITEM: TIMESTEP\n0\nITEM: NUMBER OF ATOMS\n2\n";
    CHECK(text_of(write_lammps_dump, frame)
              .starts_with("ITEM: UNITS\nmetal\nITEM: TIME\n0.25\n" + plain));
    frame.first = false;
    CHECK(text_of(write_lammps_dump, frame).starts_with("ITEM: TIME\n0.25\n" + plain));
    frame.units = {};
    CHECK(text_of(write_lammps_dump, frame).starts_with(plain));
}

TEST_CASE("text says the labels of atoms", "[text]") {
    TextFrame frame = frame_of_two();
    frame.labels = AtomLabels::listed({0, 2}, {7, 20});
    CHECK(text_of(write_lammps_dump, frame).find("z\n7 2 Kr 0.100000001 2 3\n20 1 Ar -4") !=
          std::string::npos);
    CHECK(text_of(write_extxyz, frame)
              .find("species:S:1:pos:R:3:id:I:1 pbc=\"T T T\"\nKr "
                    "0.100000001 2 3 7\nAr -4 5e-12 6 20\n") != std::string::npos);
    frame.labels = AtomLabels::from(0); // LAMMPS knows no atom 0
    CHECK(text_of(write_lammps_dump, frame).find("z\n1 2 Kr 0.100000001 2 3\n2 1 Ar -4") !=
          std::string::npos);
    CHECK(text_of(write_extxyz, frame).find(" 2 3 0\nAr -4 5e-12 6 1\n") != std::string::npos);
}
