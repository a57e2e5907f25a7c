// SPDX-License-Identifier: BSD-3-Clause
#include "output/h5md_writer.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>

#include "core/error.hpp"
#include "output/hdf5_objects.hpp"
#include "output/output_support.hpp"
#include "output/sums_log.hpp"
#include "output/undo_image.hpp"
#include "support/catch.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

bool is_variable_string(const h5::File& file, const std::string& object, const std::string& name) {
    const h5::Handle attribute(
        H5Aopen_by_name(file.id(), object.c_str(), name.c_str(), H5P_DEFAULT, H5P_DEFAULT),
        H5Aclose);
    REQUIRE(attribute.open());
    const h5::Handle type(H5Aget_type(attribute.id()), H5Tclose);
    CHECK(H5Tget_cset(type.id()) == H5T_CSET_ASCII);
    return H5Tis_variable_str(type.id()) > 0;
}

/// Takes an attribute away, as if the file had been written without it.
void erase_attribute(const std::string& path, const char* object, const char* name) {
    const h5::Handle file(H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT), H5Fclose);
    REQUIRE(H5Adelete_by_name(file.id(), object, name, H5P_DEFAULT) >= 0);
}

std::uint64_t address(const h5::File& file, const std::string& path) {
    return h5::header_address(file, h5::open_dataset(file, path).id());
}

void write_frames(const Sample& sample, const std::string& path, std::int64_t frames,
                  BlockGather& gather) {
    H5mdWriter writer = sample.create(path, gather);
    for (std::int64_t frame = 0; frame < frames; ++frame) sample.append(writer, frame, gather);
    writer.finish();
}

} // namespace

TEST_CASE("a trajectory has the layout that readers expect", "[h5md]") {
    const TempDir dir;
    const std::string path = dir.file("trajectory.h5md");
    const Sample sample;
    SingleRank alone;
    write_frames(sample, path, 3, alone);
    CHECK(difference(sample, path, 3).empty());
    CHECK_FALSE(std::filesystem::exists(h5::undo_image_path(path)));

    const h5::Lock lock;
    const h5::File file = h5::File::open_read(path);
    const std::string group = "/particles/system";
    for (const char* name : {"/position/value", "/velocity/value", "/force/value"}) {
        const h5::Handle dataset = h5::open_dataset(file, group + name);
        CHECK(h5::shape_of(file, dataset.id()) == std::vector<hsize_t>{3, 1000, 3});
        const h5::Handle type(H5Dget_type(dataset.id()), H5Tclose);
        CHECK(H5Tequal(type.id(), H5T_IEEE_F32LE) > 0);
        CHECK(is_variable_string(file, group + name, "unit"));
    }
    CHECK(h5::shape_of(file, h5::open_dataset(file, group + "/box/edges/value").id()) ==
          std::vector<hsize_t>{3, 3, 3});
    for (const char* element : {"/velocity", "/force", "/image", "/box/edges"}) {
        CHECK(address(file, group + element + "/step") == address(file, group + "/position/step"));
        CHECK(address(file, group + element + "/time") == address(file, group + "/position/time"));
    }
    CHECK(h5::shape_of(file, h5::open_dataset(file, "/observables/temperature/value").id()) ==
          std::vector<hsize_t>{3});
    CHECK(h5::exists(file, "/particles/all/position/value"));
    CHECK(h5::exists(file, "/particles/trajectory/position/value"));
    CHECK(h5::read_attribute(file, "/h5md/author", "name") == "N/A");
    CHECK(h5::read_attribute(file, "/h5md/creator", "name") == "mdsim");
    CHECK(h5::read_attribute(file, "/h5md/creator", "version") == "1.2.3+abc");
    for (const auto& [name, word] : named_words(sample.setup(path).provenance))
        CHECK(h5::read_text(file, "/parameters/mdsim/provenance/" + name) == word);
    CHECK(h5::read_attribute(file, "/h5md/modules/units", "system") == "mdsim");
    CHECK(h5::read_text(file, "/parameters/mdsim/input") == sample.setup(path).input_text);
    for (const char* name : {"/id", "/species", "/mass", "/charge"})
        CHECK(h5::shape_of(file, h5::open_dataset(file, group + name).id()) ==
              std::vector<hsize_t>{1000});
    CHECK(h5::exists(file, "/parameters/vmd_structure/name"));
}

TEST_CASE("a command line may be longer than an attribute can be", "[h5md]") {
    const TempDir dir;
    const Sample sample{8};
    SingleRank alone;
    const std::vector<std::int32_t> species(8, 0);
    const std::vector<double> ones(8, 1.0);
    H5mdSetup setup = sample.setup(dir.file("a.h5md"));
    setup.provenance.command = std::string(100'000, 'x');
    H5mdWriter::create(setup, {{0, 8}, species, ones, ones}, alone).finish();
    H5mdWriter::resume(setup, {0, 0}, alone).finish();
    const h5::Lock lock;
    const h5::File file = h5::File::open_read(setup.path);
    CHECK(h5::read_text(file, "/parameters/mdsim/provenance/command") == setup.provenance.command);
}

TEST_CASE("the box is written as rows of edge vectors", "[h5md]") {
    const TempDir dir;
    const std::string path = dir.file("trajectory.h5md");
    const Sample sample{10};
    SingleRank alone;
    write_frames(sample, path, 1, alone);
    const h5::Lock lock;
    const h5::File file = h5::File::open_read(path);
    std::array<double, 9> edges{};
    const h5::Handle dataset = h5::open_dataset(file, "/particles/system/box/edges/value");
    REQUIRE(H5Dread(dataset.id(), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, edges.data()) >=
            0);
    CHECK(edges == std::array<double, 9>{5, 0, 0, 0.5, 6, 0, -0.25, 0.75, 7});
}

TEST_CASE("a file that numbers its atoms otherwise is not continued", "[h5md]") {
    const TempDir dir;
    const Sample sample{10};
    SingleRank alone;
    H5mdSetup setup = sample.setup(dir.file("trajectory.h5md"));
    write_frames(sample, setup.path, 1, alone);
    const auto resumed = [&](const std::optional<ParticleId>& first) {
        setup.first_label = first;
        return message_of([&] { H5mdWriter::resume(setup, {0, 1}, alone).finish(); });
    };
    CHECK(resumed(1) == "no error");
    CHECK(resumed(std::nullopt) == "no error");
    CHECK(resumed(0).find("numbers its atoms from 1 to 10, the run from 0 to 9") !=
          std::string::npos);
}

TEST_CASE("the corner of the box is kept, and a file without it is not continued", "[h5md]") {
    const TempDir dir;
    const std::string path = dir.file("trajectory.h5md");
    const Sample sample{10};
    SingleRank alone;
    write_frames(sample, path, 1, alone);
    H5mdSetup setup = sample.setup(path);
    setup.origin = {-3.5, 2.25, 1e6};
    const auto resumed = [&] {
        return message_of([&] { H5mdWriter::resume(setup, {0, 1}, alone).finish(); });
    };
    CHECK(resumed() == "no error");
    {
        const h5::Lock lock;
        erase_attribute(path, "/particles/system/box", "origin");
    }
    remove_file(sums_path(path)); // an earlier version wrote none
    CHECK(resumed().find("earlier version") != std::string::npos);
    setup.origin = {};
    CHECK(resumed() == "no error");
    setup.origin = {-3.5, 2.25, 1e6};
    const std::vector<std::int32_t> species(10, 0);
    const std::vector<double> ones(10, 1.0);
    H5mdWriter::create(setup, {{0, 10}, species, ones, ones}, alone).finish();
    const h5::Lock lock;
    const h5::File file = h5::File::open_read(path);
    const h5::Handle origin(
        H5Aopen_by_name(file.id(), "/particles/system/box", "origin", H5P_DEFAULT, H5P_DEFAULT),
        H5Aclose);
    std::array<double, 3> found{};
    REQUIRE(H5Aread(origin.id(), H5T_NATIVE_DOUBLE, found.data()) >= 0);
    CHECK(found == std::array<double, 3>{-3.5, 2.25, 1e6});
}

TEST_CASE("units are fixed strings when asked for and absent for reduced units", "[h5md]") {
    const TempDir dir;
    const std::string path = dir.file("trajectory.h5md");
    SingleRank alone;
    const Sample sample{8};
    const std::vector<std::int32_t> species(8, 0);
    const std::vector<double> ones(8, 1.0);
    H5mdSetup setup = sample.setup(path);
    SECTION("fixed") {
        setup.strict_units = true;
        H5mdWriter::create(setup, {{0, 8}, species, ones, ones}, alone).finish();
        const h5::Lock lock;
        const h5::File file = h5::File::open_read(path);
        CHECK_FALSE(is_variable_string(file, "/particles/system/position/value", "unit"));
        CHECK(h5::read_attribute(file, "/particles/system/position/value", "unit") == "nm");
    }
    SECTION("reduced") {
        setup.units = {};
        setup.observables = {{"temperature", ""}};
        H5mdWriter::create(setup, {{0, 8}, species, ones, ones}, alone).finish();
        const h5::Lock lock;
        const h5::File file = h5::File::open_read(path);
        CHECK_FALSE(h5::exists(file, "/h5md/modules"));
        CHECK(H5Aexists_by_name(file.id(), "/particles/system/position/value", "unit",
                                H5P_DEFAULT) == 0);
    }
}

TEST_CASE("three ranks write the same bytes as one", "[h5md][ranks]") {
    const TempDir dir;
    // More atoms than fit into one chunk or one piece, and blocks that end inside both.
    const Sample sample{100'003};
    SingleRank alone;
    write_frames(sample, dir.file("one.h5md"), 3, alone);
    const std::string shared = dir.file("three.h5md");
    REQUIRE(on_ranks(3, [&](BlockGather& gather) { write_frames(sample, shared, 3, gather); }));
    CHECK(difference(sample, shared, 3).empty());
    CHECK(read_file(shared) == read_file(dir.file("one.h5md")));
}

TEST_CASE("numbers of each atom are kept as they are, with their unit", "[h5md]") {
    const TempDir dir;
    const Sample sample{5};
    SingleRank alone;
    H5mdSetup setup = sample.setup(dir.file("elements.h5md"));
    setup.fields = {false, false, false};
    setup.observables.clear();
    setup.strict_units = true;
    setup.decimals = 1; // of positions, not of these
    setup.elements = {{"kind", "", ElementType::int32}, {"size", "nm2", ElementType::float32}};
    const std::vector<std::int32_t> species(5, 0), kinds{3, 1, 4, 1, 5};
    const std::vector<double> ones(5, 1.0);
    const std::vector<float> sizes{0.1f, 0.123456f, 0, 1e-9f, 7};
    const std::vector<Vec3<float>> places(5);
    const std::vector<BlockArray> elements{block_array(std::span<const std::int32_t>(kinds)),
                                           block_array(std::span<const float>(sizes))};
    H5mdWriter writer = H5mdWriter::create(setup, {{0, 5}, species, ones, ones}, alone);
    H5mdFrame frame;
    frame.edges = sample.edges(0);
    frame.block = {0, 5};
    frame.position = places;
    CHECK_THROWS_AS(writer.append(frame), ContractError);
    frame.elements = elements;
    writer.append(frame);
    writer.finish();

    const h5::Lock lock;
    const h5::File file = h5::File::open_read(setup.path);
    std::vector<std::int32_t> read_kinds(5);
    std::vector<float> read_sizes(5);
    const h5::Handle kind = h5::open_dataset(file, "/particles/system/kind/value");
    const h5::Handle size = h5::open_dataset(file, "/particles/system/size/value");
    REQUIRE(H5Dread(kind.id(), H5T_NATIVE_INT32, H5S_ALL, H5S_ALL, H5P_DEFAULT,
                    read_kinds.data()) >= 0);
    REQUIRE(H5Dread(size.id(), H5T_NATIVE_FLOAT, H5S_ALL, H5S_ALL, H5P_DEFAULT,
                    read_sizes.data()) >= 0);
    CHECK(read_kinds == kinds);
    CHECK(read_sizes == sizes);
    CHECK(h5::read_attribute(file, "/particles/system/size/value", "unit") == "nm2");
    CHECK(h5::exists(file, "/particles/system/kind/step"));
}

TEST_CASE("a resumed trajectory has neither gaps nor duplicates", "[h5md]") {
    const TempDir dir;
    const std::string path = dir.file("trajectory.h5md");
    const Sample sample;
    SingleRank alone;
    const auto keep = GENERATE(0, 1, 3, 7);
    write_frames(sample, path, 7, alone);
    {
        const ResumePoint point{10 * (keep - 1) + 5, keep};
        H5mdWriter writer = H5mdWriter::resume(sample.setup(path), point, alone);
        CHECK(writer.frames() == keep);
        for (std::int64_t frame = keep; frame < 9; ++frame) sample.append(writer, frame, alone);
        writer.finish();
    }
    CHECK(difference(sample, path, 9).empty());
}

TEST_CASE("a file of another run is refused and left as it is", "[h5md]") {
    const TempDir dir;
    const std::string path = dir.file("trajectory.h5md");
    const Sample sample;
    SingleRank alone;
    write_frames(sample, path, 4, alone);
    const std::string before = read_file(path);
    H5mdSetup setup = sample.setup(path);
    ResumePoint point{20, 3};
    SECTION("another run") { setup.run_id = "another-run"; }
    SECTION("other atoms") { setup.atoms = 999; }
    SECTION("fewer fields") { setup.fields.force = false; }
    SECTION("another observable") { setup.observables = {{"pressure", "bar"}}; }
    SECTION("missing frames") { point = {200, 21}; }
    SECTION("more frames than were counted") { point = {30, 3}; }
    CHECK_THROWS_AS(H5mdWriter::resume(setup, point, alone), InputError);
    CHECK(read_file(path) == before);
}

TEST_CASE("a missing file is told with what it must hold, and none is made", "[h5md]") {
    const TempDir dir;
    const std::string path = dir.file("trajectory.h5md");
    SingleRank alone;
    std::string told;
    try {
        H5mdWriter::resume(Sample().setup(path), {20, 3}, alone);
    } catch (const InputError& error) {
        told = error.what();
    }
    for (const char* part : {path.c_str(), "not there", "step 20", "3 rows", "--overwrite"})
        CHECK(told.find(part) != std::string::npos);
    CHECK_FALSE(file_exists(path));
}
