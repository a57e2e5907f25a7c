// SPDX-License-Identifier: BSD-3-Clause
#include "input/structure/h5md.hpp"

#include <cmath>
#include <filesystem>
#include <fstream>

#include "h5md_sample.hpp"
#include "structure_support.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

Structure read(const Hdf5Sample& sample, std::int64_t frame = -1,
               std::vector<Diagnostic>* warnings = nullptr, UnitSystem units = UnitSystem::metal) {
    H5mdOptions options;
    options.frame = frame;
    options.mass_factor = 10;
    options.units = units;
    return read_h5md(sample.flushed(), options, every_id, warnings);
}

std::string refused(const Hdf5Sample& sample, std::int64_t frame = -1) {
    return refusal([&] { read(sample, frame); });
}

} // namespace

TEST_CASE("each frame of a trajectory is read with all that it holds") {
    Hdf5Sample sample;
    write_trajectory(sample);
    for (const int frame : {0, 1, 2}) {
        std::vector<Diagnostic> warnings;
        const Structure s = read(sample, GENERATE(0, 1) == 0 ? frame : frame - 3, &warnings);
        REQUIRE(s.position.size() == 2);
        CHECK(s.position[1] == Vec3<double>{frame + 0.75, frame + 1.0, frame + 1.25});
        CHECK(s.velocity[1] == Vec3<double>{-frame - 1.5, -frame - 2.0, -frame - 2.5});
        CHECK(s.image[1] == Vec3<std::int32_t>{3 * frame - 2, 4 * frame - 2, 5 * frame - 2});
        CHECK(s.box.edges == LowerTriangular<double>{10.0 + frame, 1.5, 11, 2.5, -3.5, 12});
        CHECK(s.box.periodic == std::array<bool, 3>{true, false, true});
        REQUIRE(s.species.size() == 2);
        CHECK(s.species[0].name == "3");
        CHECK(s.species[0].mass == 20);
        CHECK(s.species[1].mass == 40);
        CHECK(s.type == std::vector<TypeId>{1, 0});
        CHECK(s.charge == std::vector<double>{-1, 1});
        CHECK(warnings.empty());
    }
    CHECK(h5md_count(sample.flushed(), {}) == 2);
    check_blocks([&](IdBlock block) { return read_h5md(sample.flushed(), {}, block); });
    CHECK(contains(refused(sample, 3), "frame 3 is not there; the file has 3 frames"));
    CHECK(contains(refused(sample, -4), "frame -4 is not there"));
}

TEST_CASE("fixed elements of the first group are read; ids rank the atoms") {
    Hdf5Sample sample;
    write_fixed(sample);
    std::vector<Diagnostic> warnings;
    const Structure plain = read(sample, 0, &warnings);
    CHECK(plain.total == 4);
    CHECK(plain.position[3] == Vec3<double>{9, 10, 11});
    CHECK(plain.box.edges == LowerTriangular<double>{20, 0, 21, 0, 0, 22});
    CHECK(plain.box.periodic == std::array<bool, 3>{false, false, false});
    CHECK(plain.velocity.empty());
    CHECK(plain.labels.in_order());
    CHECK(plain.labels.first() == 1);
    CHECK(plain.species.size() == 1);
    REQUIRE(warnings.size() == 1);
    CHECK(contains(warnings[0].message, "species is not there"));

    sample.integers("/particles/fluid/id", {4}, {40, 7, 100, 9});
    sample.texts("/particles/fluid/species", {"Xe", "Ar", "Xe", "Kr"});
    const Structure ranked = read(sample);
    CHECK(ranked.labels.list() == std::vector<ParticleId>{7, 9, 40, 100});
    CHECK(ranked.position ==
          std::vector<Vec3<double>>{{3, 4, 5}, {9, 10, 11}, {0, 1, 2}, {6, 7, 8}});
    CHECK(ranked.type == std::vector<TypeId>{0, 1, 2, 2});
    CHECK(ranked.species[2].name == "Xe");
    check_blocks([&](IdBlock block) { return read_h5md(sample.flushed(), {}, block); });

    sample.remove("/particles/fluid/species");
    sample.named("/particles/fluid/species", {5, -3, 5, 5});
    const Structure named = read(sample);
    REQUIRE(named.species.size() == 2);
    CHECK(named.species[0].name == "Ar");
    CHECK(named.type == std::vector<TypeId>{0, 1, 1, 1});
}

TEST_CASE("species numbers take the names that the file has for them") {
    const std::string vmd = "/parameters/vmd_structure";
    Hdf5Sample sample;
    write_trajectory(sample); // its species are numbers 7 and 3
    sample.integers(vmd + "/indexOfSpecies", {3}, {3, 5, 7});
    sample.texts(vmd + "/name", {"Kr", "Xe", "Ar"});
    const Structure named = read(sample);
    REQUIRE(named.species.size() == 2);
    CHECK(named.species[0].name == "Kr");
    CHECK(named.species[1].name == "Ar");
    CHECK(named.species[1].mass == 40);
    CHECK(named.type == std::vector<TypeId>{1, 0});
    check_blocks([&](IdBlock block) { return read_h5md(sample.flushed(), {}, block); });

    sample.remove(vmd);
    SECTION("a number without a name stays a number") {
        sample.integers(vmd + "/indexOfSpecies", {1}, {7});
        sample.texts(vmd + "/name", {"Ar"});
        CHECK(read(sample).species[0].name == "3");
        CHECK(read(sample).species[1].name == "Ar");
    }
    SECTION("lists that are not one name for each number are left alone") {
        const auto names =
            GENERATE(std::vector<const char*>{"Ar", "Ar"}, std::vector<const char*>{"", "Ar"},
                     std::vector<const char*>{"Ar"});
        sample.integers(vmd + "/indexOfSpecies", {2}, {GENERATE(3, 7), 7});
        sample.texts(vmd + "/name", names);
        CHECK(read(sample).species[0].name == "3");
        CHECK(read(sample).species[1].name == "7");
    }
    SECTION("and lists of another kind") {
        sample.reals(vmd + "/indexOfSpecies", {2}, {3, 7});
        sample.integers(vmd + "/name", {2}, {1, 2});
        CHECK(read(sample).species[0].name == "3");
    }
}

TEST_CASE("an element of another cadence is matched by its step, or left out") {
    Hdf5Sample sample;
    write_trajectory(sample);
    sample.remove(group + "/velocity");
    sample.reals(group + "/velocity/value", {2, 2, 3}, {0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6});
    sample.integers(group + "/velocity/step", {}, {200}); // every 200 steps from 50
    sample.attribute(group + "/velocity/step", "offset", 50);
    CHECK(read(sample, 2).velocity[1] == Vec3<double>{4, 5, 6});
    std::vector<Diagnostic> warnings;
    CHECK(read(sample, 1, &warnings).velocity.empty());
    REQUIRE(warnings.size() == 1);
    CHECK(contains(warnings[0].message, "has no value at the step of the position"));
}

TEST_CASE("rotated edges are turned to lower-triangular form") {
    Hdf5Sample sample;
    sample.reals(group + "/position", {1, 3}, {1, 2, 3});
    sample.reals(group + "/velocity", {1, 3}, {4, 5, 6});
    sample.reals(group + "/box/edges", {3, 3}, {0, 5, 0, 0, 0, 6, 7, 0, 0}); // x, y, z are b, c, a
    sample.attribute(group + "/box", "boundary", "periodic");
    const Structure s = read(sample);
    CHECK(s.box.edges == LowerTriangular<double>{5, 0, 6, 0, 0, 7});
    CHECK(s.position[0] == Vec3<double>{2, 3, 1});
    CHECK(s.velocity[0] == Vec3<double>{5, 6, 4});
    sample.remove(group + "/box/edges");
    sample.reals(group + "/box/edges", {3, 3}, {0, 5, 0, 6, 0, 0, 0, 0, 7});
    CHECK(contains(refused(sample), "/box/edges: the edge vectors are left-handed"));
}

TEST_CASE("each bad H5MD file is refused in the right words") {
    Hdf5Sample sample;
    CHECK(contains(refused(sample), "/particles: there is no such group"));
    write_trajectory(sample);
    H5mdOptions options;
    options.group = "water";
    CHECK(contains(refusal([&] { read_h5md(sample.flushed(), options, every_id); }),
                   "there is no group 'water'; found all, system"));

    sample.remove(group + "/species");
    sample.reals(group + "/species", {2}, {1, 2});
    CHECK(contains(refused(sample), "/species: must hold whole numbers, texts or names"));
    sample.remove(group + "/species");
    sample.integers(group + "/species", {2}, {1, 1});
    CHECK(contains(refused(sample), "/mass: row 1 (from 0) holds 2"));
    sample.remove(group + "/mass");
    sample.reals(group + "/mass", {3}, {1, 1, 1});
    CHECK(contains(refused(sample), "/mass: a frame must have the extent 2; found 3"));
    sample.remove(group + "/mass");
    sample.integers(group + "/id", {2}, {4, 4});
    CHECK(contains(refused(sample), "/id: the number 4 comes twice"));
    sample.remove(group + "/id");
    sample.integers(group + "/id", {2}, {4, -1});
    CHECK(contains(refused(sample), "/id: row 1 (from 0) holds -1; the number of an atom must be"));
    for (const long long beyond : {(1LL << 62) + 1, ~(1LL << 63)}) {
        sample.remove(group + "/id");
        sample.long_integers(group + "/id", {2}, {beyond - 1, beyond});
        CHECK(contains(refused(sample), "the number of an atom must be from 0 to 46116860184273"));
    }
    sample.remove(group + "/id");
    sample.unsigned_integers(group + "/id", {2}, {1, 1ULL << 63});
    CHECK(
        contains(refused(sample), "/id: holds 9223372036854775808; whole numbers may be at most"));
    sample.remove(group + "/id");
    sample.remove(group + "/charge");
    sample.reals(group + "/charge", {2}, {1, std::nan("")});
    CHECK(contains(refused(sample), "/charge: row 1 (from 0) holds nan"));
    sample.remove(group + "/charge");
    sample.remove(group + "/image");
    sample.texts(group + "/image", {"a", "b"});
    CHECK(contains(refused(sample), "/image: a frame must have the extent 2 x 3; found 2"));
    sample.remove(group + "/image");
    CHECK(read(sample).total == 2);

    sample.remove(group + "/box/edges");
    CHECK(contains(refused(sample), "/box/edges: is not there"));
    sample.reals(group + "/box/edges", {2}, {1, 2});
    CHECK(contains(refused(sample), "must hold 3 lengths or 3 x 3 components"));
    sample.remove(group + "/box/edges");
    sample.reals(group + "/box/edges", {3}, {1, 0, 2});
    CHECK(contains(refused(sample), "span no volume"));
    sample.remove(group + "/position");
    sample.reals(group + "/position", {2, 2}, {1, 2, 3, 4});
    CHECK(contains(refused(sample), "/position: a frame must be N x 3"));
}

TEST_CASE("a file that is cut off, no HDF5 at all or not there is refused") {
    Hdf5Sample sample;
    write_trajectory(sample);
    sample.close();
    const auto size = std::filesystem::file_size(sample.path());
    for (const std::uintmax_t kept : {size - 1, size / 2, std::uintmax_t{8}}) {
        std::filesystem::resize_file(sample.path(), kept);
        CHECK(contains(refusal([&] { read_h5md(sample.path(), {}, every_id); }),
                       "is not an HDF5 file that can be read"));
    }
    CHECK(contains(refusal([] { read_h5md("/no/such.h5md", {}, every_id); }),
                   "there is no such file"));
}

TEST_CASE("units that the file tells must be those of the input") {
    const std::string position = group + "/position/value", velocity = group + "/velocity/value";
    Hdf5Sample sample;
    write_trajectory(sample); // positions in Angstrom
    const auto refused_in = [&](UnitSystem input) {
        return refusal([&] { read(sample, -1, nullptr, input); });
    };
    const auto notes_in = [&](UnitSystem input) {
        std::vector<Diagnostic> warnings;
        CHECK(read(sample, -1, &warnings, input).total == 2);
        return warnings;
    };
    SECTION("lengths alone are of two systems") {
        CHECK(notes_in(UnitSystem::metal).empty());
        CHECK(notes_in(UnitSystem::real).empty());
        for (const UnitSystem other : {UnitSystem::lj, UnitSystem::nano}) {
            const std::string error = refused_in(other);
            CHECK(contains(error, position +
                                      " has the unit 'Angstrom', but the input has "
                                      "units.system = \"" +
                                      std::string(enum_name(other)) + "\""));
            CHECK(contains(error, "set units.system = \"metal\" or \"real\""));
        }
    }
    SECTION("velocities tell them apart") {
        sample.attribute(velocity, "unit", std::string("fs-1 Angstrom"), 13);
        CHECK(notes_in(UnitSystem::real).empty());
        const std::string error = refused_in(UnitSystem::metal);
        CHECK(contains(error, velocity + " has the unit 'fs-1 Angstrom'"));
        CHECK_FALSE(contains(error, position));
        CHECK(contains(error, "set units.system = \"real\""));
        CHECK(contains(error, "velocities times 1000"));
    }
    SECTION("units of no one system have to be converted") {
        sample.attribute(velocity, "unit", "nm ps-1");
        CHECK(contains(refused_in(UnitSystem::metal), "its units belong to no one system"));
    }
    SECTION("a unit that is not known is noted") {
        sample.attribute(velocity, "unit", "furlong fortnight-1");
        const std::vector<Diagnostic> warnings = notes_in(UnitSystem::metal);
        REQUIRE(warnings.size() == 1);
        CHECK(contains(warnings[0].message, "taken as 'Angstrom ps-1'"));
    }
}

TEST_CASE("a run in reduced units tells its system by its input") {
    Hdf5Sample sample;
    write_fixed(sample);
    const auto refused_in = [&](UnitSystem input) {
        return refusal([&] { read(sample, -1, nullptr, input); });
    };
    CHECK(read(sample, -1, nullptr, UnitSystem::real).total == 4);
    sample.text("/parameters/mdsim/input", "[run]\nseed = 1\n\n[units]\nsystem = \"lj\"\n");
    CHECK(read(sample, -1, nullptr, UnitSystem::lj).total == 4);
    const std::string error = refused_in(UnitSystem::metal);
    CHECK(contains(error, "is of a run in units.system = \"lj\""));
    CHECK(contains(error, "sigma, epsilon and m"));
    sample.remove("/parameters/mdsim/input");
    sample.text("/parameters/mdsim/input", "no [toml");
    CHECK(read(sample, -1, nullptr, UnitSystem::real).total == 4);
}

TEST_CASE("image counts that 32 bits do not hold are refused, with their atom") {
    const std::string image = "/particles/fluid/image";
    Hdf5Sample sample;
    write_fixed(sample);
    sample.integers("/particles/fluid/id", {4}, {40, 7, 100, 9});
    sample.long_integers(image, {4, 3}, {0, 0, 0, 0, 0, 0, 0, 2147483648, 0, 0, 0, 0});
    CHECK(contains(refused(sample), image + ": atom 100 (row 2, from 0) has the count "
                                            "2147483648; it must be from -2147483647"));
    sample.remove(image);
    sample.reals(image, {4, 3}, std::vector<double>(12, 0.5));
    CHECK(contains(refused(sample), image + ": must hold whole numbers"));
}

TEST_CASE("files with bonds are refused, not read in part") {
    Hdf5Sample sample;
    write_fixed(sample);
    sample.integers("/connectivity/none", {0, 2}, {});
    CHECK(read(sample).total == 4);
    SECTION("of H5MD") {
        sample.integers("/connectivity/bonds", {1, 2}, {0, 1});
        CHECK(contains(refused(sample), "/connectivity/bonds: bonds and other connections"));
    }
    SECTION("that change with time") {
        sample.integers("/connectivity/angles/value", {1, 1, 3}, {0, 1, 2});
        CHECK(contains(refused(sample), "/connectivity/angles/value: bonds and other"));
    }
    SECTION("of VMD") {
        sample.integers("/parameters/vmd_structure/bond_from", {1}, {1});
        CHECK(contains(refused(sample), "/parameters/vmd_structure/bond_from: bonds"));
    }
}

TEST_CASE("a group that was chosen among several is told") {
    Hdf5Sample sample;
    write_fixed(sample);
    sample.reals("/particles/wall/position", {1, 3}, {0, 0, 0});
    std::vector<Diagnostic> warnings;
    CHECK(read(sample, -1, &warnings).total == 4);
    REQUIRE(warnings.size() == 2);
    CHECK(contains(warnings[0].message, "the groups fluid, wall; the atoms of /particles/fluid"));
}

TEST_CASE("damage inside a file is told with its dataset, and leaves nothing out") {
    Hdf5Sample sample;
    write_trajectory(sample);
    const std::string spoilt =
        GENERATE(as<std::string>{}, group + "/velocity/value", group + "/position/value",
                 group + "/image/value", group + "/species", group + "/position/step",
                 group + "/box/edges/value");
    const std::uint64_t header = sample.header_address(spoilt);
    sample.close();
    {
        std::fstream file(sample.path(), std::ios::in | std::ios::out | std::ios::binary);
        file.seekp(static_cast<std::streamoff>(header));
        file.write(std::string(16, '\0').data(), 16);
    }
    const std::string error = refusal([&] { read_h5md(sample.path(), {}, every_id); });
    CHECK(contains(error, sample.path() + ": " + spoilt + ": "));
    CHECK(contains(error, "HDF5 says: bad object header version"));
    CHECK(contains(error, "the file is damaged"));
}

TEST_CASE("numbers of atoms may be as large as labels") {
    Hdf5Sample sample;
    write_trajectory(sample);
    sample.unsigned_integers(group + "/id", {2}, {1ULL << 62, (1ULL << 62) - 1});
    const Structure s = read_h5md(sample.flushed(), {}, every_id);
    CHECK(s.labels.in_order());
    CHECK(s.labels.of(1) == largest_label);
}

TEST_CASE("a file of more species than a system may have is refused") {
    Hdf5Sample sample;
    std::vector<int> species(1001);
    for (std::size_t i = 0; i < species.size(); ++i) species[i] = static_cast<int>(8 * i % 1001);
    sample.reals("/particles/fluid/position", {1001, 3}, std::vector<double>(3003, 1.5));
    sample.integers("/particles/fluid/species", {1001}, species);
    sample.reals("/particles/fluid/box/edges", {3}, {9, 9, 9});
    sample.attribute("/particles/fluid/box", "boundary", "periodic");
    CHECK(contains(refusal([&] { read_h5md(sample.flushed(), {}, every_id); }),
                   "/particles/fluid/species: holds more than 1000 different species"));
}
