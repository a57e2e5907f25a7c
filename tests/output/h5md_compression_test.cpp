// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <filesystem>

#include "output/h5md_writer.hpp"
#include "output/hdf5_objects.hpp"
#include "output/output_support.hpp"
#include "output/sums_log.hpp"
#include "support/catch.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

/// Makes the series of atoms anew as earlier versions did: chunks of whole rows, images as they
/// are, rounded numbers with a fill value; and takes the checksums away.
void make_as_earlier(const H5mdSetup& setup) {
    const h5::Lock lock;
    h5::File file = h5::File::open_update(setup.path);
    const auto atoms = static_cast<hsize_t>(setup.atoms);
    const std::vector<hsize_t> shape{0, atoms, 3}, limit{H5S_UNLIMITED, atoms, 3};
    const std::vector<hsize_t> chunk{1, (atoms + 1) / 2, 3};
    const h5::Handle space(H5Screate_simple(3, shape.data(), limit.data()), H5Sclose);
    for (const std::string name : {"position", "velocity", "force", "image"}) {
        const bool whole = name == "image";
        const h5::Handle list(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
        REQUIRE(H5Pset_chunk(list.id(), 3, chunk.data()) >= 0);
        REQUIRE(H5Pset_obj_track_times(list.id(), false) >= 0);
        if (!whole && setup.decimals >= 0)
            REQUIRE(H5Pset_scaleoffset(list.id(), H5Z_SO_FLOAT_DSCALE, setup.decimals) >= 0);
        else
            REQUIRE(H5Pset_alloc_time(list.id(), H5D_ALLOC_TIME_EARLY) >= 0);
        const std::string path = "/particles/system/" + name + "/value";
        REQUIRE(H5Ldelete(file.id(), path.c_str(), H5P_DEFAULT) >= 0);
        const h5::Handle made(H5Dcreate2(file.id(), path.c_str(),
                                         whole ? H5T_STD_I32LE : H5T_IEEE_F32LE, space.id(),
                                         H5P_DEFAULT, list.id(), H5P_DEFAULT),
                              H5Dclose);
        REQUIRE(made.open());
    }
    file.close();
    std::filesystem::remove(sums_path(setup.path));
}

} // namespace

TEST_CASE("decimals limit the error and shrink the file", "[h5md]") {
    const TempDir dir;
    const Sample sample{50'000};
    SingleRank alone;
    const std::vector<std::int32_t> species(50'000, 0);
    const std::vector<double> ones(50'000, 1.0);
    for (const int decimals : {-1, 2}) {
        H5mdSetup setup = sample.setup(dir.file(std::to_string(decimals) + ".h5md"));
        setup.decimals = decimals;
        H5mdWriter writer = H5mdWriter::create(setup, {{0, 50'000}, species, ones, ones}, alone);
        for (std::int64_t frame = 0; frame < 4; ++frame) sample.append(writer, frame, alone);
        writer.finish();
    }
    CHECK(std::filesystem::file_size(dir.file("2.h5md")) <
          std::filesystem::file_size(dir.file("-1.h5md")) * 7 / 10);

    const h5::Lock lock;
    const h5::File file = h5::File::open_read(dir.file("2.h5md"));
    std::vector<float> x(4 * 150'000);
    const h5::Handle dataset = h5::open_dataset(file, "/particles/system/position/value");
    REQUIRE(H5Dread(dataset.id(), H5T_NATIVE_FLOAT, H5S_ALL, H5S_ALL, H5P_DEFAULT, x.data()) >= 0);
    float worst = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const auto number = static_cast<std::int64_t>(i);
        const float exact =
            sample.position(number / 150'000, number % 150'000 / 3, static_cast<int>(number % 3));
        worst = std::max(worst, std::abs(x[i] - exact));
    }
    CHECK(worst > 0.004f);
    CHECK(worst < 0.00501f); // half a unit of the last decimal, and the rounding of float
}

TEST_CASE("whole numbers of atoms take little space where they are nearly all equal", "[h5md]") {
    const TempDir dir;
    constexpr std::int64_t atoms = 50'000;
    SingleRank alone;
    H5mdSetup setup = Sample{atoms}.setup(dir.file("images.h5md"));
    setup.fields = {false, false, true};
    setup.observables.clear();
    setup.elements = {{"kind", "", ElementType::int32}};
    const std::vector<std::int32_t> species(atoms, 0);
    const std::vector<double> ones(atoms, 1.0);
    const std::vector<Vec3<float>> places(atoms);
    std::vector<Vec3<std::int32_t>> images(atoms);
    std::vector<std::int32_t> kinds(atoms, 1);
    for (std::size_t i = 0; i < images.size(); i += 100) images[i] = {-1, 0, 1};
    for (std::size_t i = 0; i < kinds.size(); i += 70) kinds[i] = 4;
    const std::vector<BlockArray> elements{block_array(std::span<const std::int32_t>(kinds))};
    H5mdWriter writer = H5mdWriter::create(setup, {{0, atoms}, species, ones, ones}, alone);
    for (Step step = 0; step < 3; ++step) {
        H5mdFrame frame;
        frame.step = step;
        frame.edges = {1, 0, 1, 0, 0, 1};
        frame.block = {0, atoms};
        frame.position = places;
        frame.image = images;
        frame.elements = elements;
        writer.append(frame);
    }
    writer.finish();

    const h5::Lock lock;
    const h5::File file = h5::File::open_read(setup.path);
    const h5::Handle image = h5::open_dataset(file, "/particles/system/image/value");
    const h5::Handle kind = h5::open_dataset(file, "/particles/system/kind/value");
    CHECK(H5Dget_storage_size(image.id()) < 3 * atoms / 4);
    CHECK(H5Dget_storage_size(kind.id()) < 3 * atoms / 4);
    std::vector<Vec3<std::int32_t>> read(3 * atoms);
    REQUIRE(H5Dread(image.id(), H5T_NATIVE_INT32, H5S_ALL, H5S_ALL, H5P_DEFAULT, read.data()) >= 0);
    CHECK(std::equal(images.begin(), images.end(), read.end() - atoms));
    std::vector<std::int32_t> read_kinds(3 * atoms);
    REQUIRE(H5Dread(kind.id(), H5T_NATIVE_INT32, H5S_ALL, H5S_ALL, H5P_DEFAULT,
                    read_kinds.data()) >= 0);
    CHECK(std::equal(kinds.begin(), kinds.end(), read_kinds.end() - atoms));
}

TEST_CASE("a file that an earlier version began is continued as it is", "[h5md][resume]") {
    const TempDir dir;
    const Sample sample{5'000};
    SingleRank alone;
    const std::vector<std::int32_t> species(5'000, 0);
    const std::vector<double> ones(5'000, 1.0);
    for (const int decimals : {-1, 3}) {
        H5mdSetup setup = sample.setup(dir.file(std::to_string(decimals) + ".h5md"));
        setup.decimals = decimals;
        H5mdWriter::create(setup, {{0, 5'000}, species, ones, ones}, alone).finish();
        make_as_earlier(setup);
        H5mdWriter first = H5mdWriter::resume(setup, {-1, 0}, alone);
        for (std::int64_t frame = 0; frame < 3; ++frame) sample.append(first, frame, alone);
        first.finish();
        H5mdWriter second = H5mdWriter::resume(setup, {10, 2}, alone);
        CHECK(second.take_earlier().damaged.empty());
        for (std::int64_t frame = 2; frame < 4; ++frame) sample.append(second, frame, alone);
        second.finish();
        if (decimals < 0) CHECK(difference(sample, setup.path, 4).empty());
        CHECK(steps_in(setup.path) == std::vector<std::int64_t>{0, 10, 20, 30});
        const h5::Lock lock;
        const h5::File file = h5::File::open_read(setup.path);
        std::vector<float> x(4 * 15'000);
        const h5::Handle data = h5::open_dataset(file, "/particles/system/position/value");
        REQUIRE(H5Dread(data.id(), H5T_NATIVE_FLOAT, H5S_ALL, H5S_ALL, H5P_DEFAULT, x.data()) >= 0);
        CHECK(std::abs(x.back() - sample.position(3, 4'999, 2)) < 0.0011f);
    }
}
