// SPDX-License-Identifier: BSD-3-Clause
#include "input/structure/h5md.hpp"

#include <hdf5.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "structure_support.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

/// Writes an HDF5 file for one test, and removes it at the end.
class Hdf5Sample {
  public:
    Hdf5Sample()
        : path_((std::filesystem::temp_directory_path() /
                 ("mdsim-h5md-test-" + std::to_string(::getpid()) + ".h5md"))
                    .string()),
          file_(H5Fcreate(path_.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT)),
          parents_(H5Pcreate(H5P_LINK_CREATE)) {
        H5Pset_create_intermediate_group(parents_, 1);
    }
    ~Hdf5Sample() {
        close();
        std::filesystem::remove(path_);
    }
    Hdf5Sample(const Hdf5Sample&) = delete;
    Hdf5Sample& operator=(const Hdf5Sample&) = delete;

    void reals(const std::string& name, const std::vector<hsize_t>& shape,
               std::vector<double> values) {
        write(name, shape, H5T_NATIVE_FLOAT, H5T_NATIVE_DOUBLE, values.data());
    }
    void integers(const std::string& name, const std::vector<hsize_t>& shape,
                  std::vector<int> values) {
        write(name, shape, H5T_NATIVE_INT, H5T_NATIVE_INT, values.data());
    }
    void named(const std::string& name, std::vector<signed char> values) {
        const hid_t type = H5Tenum_create(H5T_NATIVE_SCHAR);
        signed char value = 5;
        H5Tenum_insert(type, "Kr", &value);
        value = -3;
        H5Tenum_insert(type, "Ar", &value);
        write(name, {values.size()}, type, type, values.data());
        H5Tclose(type);
    }
    void texts(const std::string& name, std::vector<const char*> values) {
        const hid_t type = variable_text();
        write(name, {values.size()}, type, type, values.data());
        H5Tclose(type);
    }

    /// An attribute of texts of fixed length, as the specification wants them.
    void attribute(const std::string& object, const std::string& name, const std::string& cells,
                   std::size_t width) {
        const hid_t type = H5Tcopy(H5T_C_S1);
        H5Tset_size(type, width);
        H5Tset_strpad(type, H5T_STR_NULLPAD);
        const hsize_t count = cells.size() / width;
        const hid_t space = H5Screate_simple(1, &count, nullptr);
        write_attribute(object, name, type, space, cells.data());
        H5Tclose(type);
    }
    void attribute(const std::string& object, const std::string& name, const char* text) {
        const hid_t type = variable_text();
        write_attribute(object, name, type, H5Screate(H5S_SCALAR), &text);
        H5Tclose(type);
    }
    void attribute(const std::string& object, const std::string& name, int value) {
        write_attribute(object, name, H5Tcopy(H5T_NATIVE_INT), H5Screate(H5S_SCALAR), &value);
    }
    void soft_link(const std::string& target, const std::string& name) {
        H5Lcreate_soft(target.c_str(), file_, name.c_str(), parents_, H5P_DEFAULT);
    }
    void hard_link(const std::string& target, const std::string& name) {
        H5Lcreate_hard(file_, target.c_str(), file_, name.c_str(), parents_, H5P_DEFAULT);
    }
    void remove(const std::string& name) { H5Ldelete(file_, name.c_str(), H5P_DEFAULT); }

    /// The file's path; what was written is in it.
    const std::string& flushed() {
        H5Fflush(file_, H5F_SCOPE_LOCAL);
        return path_;
    }
    void close() {
        if (file_ < 0) return;
        H5Pclose(parents_);
        H5Fclose(file_);
        file_ = -1;
    }
    const std::string& path() const { return path_; }

  private:
    static hid_t variable_text() {
        const hid_t type = H5Tcopy(H5T_C_S1);
        H5Tset_size(type, H5T_VARIABLE);
        return type;
    }
    void write(const std::string& name, const std::vector<hsize_t>& shape, hid_t stored,
               hid_t given, const void* values) {
        const hid_t space =
            shape.empty() ? H5Screate(H5S_SCALAR)
                          : H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr);
        const hid_t set =
            H5Dcreate2(file_, name.c_str(), stored, space, parents_, H5P_DEFAULT, H5P_DEFAULT);
        REQUIRE(H5Dwrite(set, given, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0);
        H5Dclose(set);
        H5Sclose(space);
    }
    void write_attribute(const std::string& object, const std::string& name, hid_t type,
                         hid_t space, const void* value) {
        const hid_t attribute = H5Acreate_by_name(file_, object.c_str(), name.c_str(), type, space,
                                                  H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
        REQUIRE(H5Awrite(attribute, type, value) >= 0);
        H5Aclose(attribute);
        H5Sclose(space);
    }

    std::string path_;
    hid_t file_;
    hid_t parents_;
};

const std::string group = "/particles/system";

/// Three frames of two atoms, laid out as mdsim writes them.
void write_trajectory(Hdf5Sample& sample) {
    std::vector<double> position;
    std::vector<double> velocity;
    std::vector<double> edges;
    std::vector<int> image;
    for (int frame = 0; frame < 3; ++frame) {
        for (int i = 0; i < 6; ++i) {
            position.push_back(frame + 0.25 * i);
            velocity.push_back(-frame - 0.5 * i);
            image.push_back(frame * i - 2);
        }
        for (const double n : {10.0 + frame, 0.0, 0.0, 1.5, 11.0, 0.0, 2.5, -3.5, 12.0})
            edges.push_back(n);
    }
    sample.reals(group + "/position/value", {3, 2, 3}, position);
    sample.integers(group + "/position/step", {3}, {0, 100, 250});
    sample.attribute(group + "/position/value", "unit", "Angstrom");
    sample.reals(group + "/velocity/value", {3, 2, 3}, velocity);
    sample.hard_link(group + "/position/step", group + "/velocity/step");
    sample.integers(group + "/image/value", {3, 2, 3}, image);
    sample.hard_link(group + "/position/step", group + "/image/step");
    sample.reals(group + "/box/edges/value", {3, 3, 3}, edges);
    sample.hard_link(group + "/position/step", group + "/box/edges/step");
    sample.attribute(group + "/box", "dimension", 3);
    sample.attribute(group + "/box", "boundary", std::string("periodicnone\0\0\0\0periodic", 24),
                     8);
    sample.integers(group + "/species", {2}, {7, 3});
    sample.reals(group + "/mass", {2}, {4, 2});
    sample.reals(group + "/charge", {2}, {-1, 1});
    sample.soft_link("system", "/particles/all");
}

Structure read(Hdf5Sample& sample, std::int64_t frame = -1, std::vector<Fault>* notes = nullptr) {
    H5mdOptions options;
    options.frame = frame;
    options.mass_factor = 10;
    return read_h5md(sample.flushed(), options, every_id, notes);
}

std::string refused(Hdf5Sample& sample, std::int64_t frame = -1) {
    return refusal([&] { read(sample, frame); });
}

/// One fixed frame of four atoms, less its species.
void write_fixed(Hdf5Sample& sample) {
    sample.reals("/particles/fluid/position", {4, 3}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
    sample.reals("/particles/fluid/box/edges", {3}, {20, 21, 22});
    sample.attribute("/particles/fluid/box", "boundary", "none");
}

} // namespace

TEST_CASE("each frame of a trajectory is read with all that it holds") {
    Hdf5Sample sample;
    write_trajectory(sample);
    for (const int frame : {0, 1, 2}) {
        std::vector<Fault> notes;
        const Structure s = read(sample, GENERATE(0, 1) == 0 ? frame : frame - 3, &notes);
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
        REQUIRE(notes.size() == 1);
        CHECK(contains(notes[0].message, "has the unit 'Angstrom'"));
    }
    CHECK(h5md_count(sample.flushed(), {}) == 2);
    check_blocks([&](IdBlock block) { return read_h5md(sample.flushed(), {}, block); });
    CHECK(contains(refused(sample, 3), "frame 3 is not there; the file has 3 frames"));
    CHECK(contains(refused(sample, -4), "frame -4 is not there"));
}

TEST_CASE("fixed elements of the first group are read; ids rank the atoms") {
    Hdf5Sample sample;
    write_fixed(sample);
    std::vector<Fault> notes;
    const Structure plain = read(sample, 0, &notes);
    CHECK(plain.total == 4);
    CHECK(plain.position[3] == Vec3<double>{9, 10, 11});
    CHECK(plain.box.edges == LowerTriangular<double>{20, 0, 21, 0, 0, 22});
    CHECK(plain.box.periodic == std::array<bool, 3>{false, false, false});
    CHECK(plain.velocity.empty());
    CHECK(plain.species.size() == 1);
    REQUIRE(notes.size() == 1);
    CHECK(contains(notes[0].message, "species: is not there"));

    sample.integers("/particles/fluid/id", {4}, {40, 7, 100, 9});
    sample.texts("/particles/fluid/species", {"Xe", "Ar", "Xe", "Kr"});
    const Structure ranked = read(sample);
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

TEST_CASE("an element of another cadence is matched by its step, or left out") {
    Hdf5Sample sample;
    write_trajectory(sample);
    sample.remove(group + "/velocity");
    sample.reals(group + "/velocity/value", {2, 2, 3}, {0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6});
    sample.integers(group + "/velocity/step", {}, {200}); // every 200 steps from 50
    sample.attribute(group + "/velocity/step", "offset", 50);
    CHECK(read(sample, 2).velocity[1] == Vec3<double>{4, 5, 6});
    std::vector<Fault> notes;
    CHECK(read(sample, 1, &notes).velocity.empty());
    CHECK(
        contains(notes[0].message + notes[1].message, "has no value at the step of the position"));
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
