// SPDX-License-Identifier: BSD-3-Clause
#include "output/scale_offset.hpp"

#include <hdf5.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "guard/inflate.hpp"
#include "output/deflate.hpp"
#include "output/hdf5.hpp"
#include "output/output_support.hpp"
#include "output/packed_write.hpp"
#include "support/catch.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

using Bytes = std::vector<std::byte>;

hid_t type_of(float) { return H5T_IEEE_F32LE; }
hid_t type_of(std::int32_t) { return H5T_STD_I32LE; }

/// A dataset of one frame of one chunk, which scale-offset compresses; without a fill value.
template <class T>
h5::Handle chunk_dataset(const h5::File& file, const std::vector<T>& values, int decimals) {
    const std::vector<hsize_t> shape{1, values.size(), 1};
    const hid_t type = type_of(T{});
    const h5::Handle space(H5Screate_simple(3, shape.data(), nullptr), H5Sclose);
    const h5::Handle list(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    REQUIRE(H5Pset_chunk(list.id(), 3, shape.data()) >= 0);
    REQUIRE(H5Pset_fill_value(list.id(), type, nullptr) >= 0);
    const bool real = type == H5T_IEEE_F32LE;
    REQUIRE(H5Pset_scaleoffset(list.id(), real ? H5Z_SO_FLOAT_DSCALE : H5Z_SO_INT,
                               real ? decimals : 0) >= 0);
    h5::Handle made(
        H5Dcreate2(file.id(), "values", type, space.id(), H5P_DEFAULT, list.id(), H5P_DEFAULT),
        H5Dclose);
    REQUIRE(made.open());
    return made;
}

/// What the library stores of these values.
template <class T> Bytes stored_by_library(const std::vector<T>& values, int decimals) {
    const TempDir dir;
    const h5::Lock lock;
    h5::File file = h5::File::create(dir.file("library.h5"));
    const h5::Handle data = chunk_dataset(file, values, decimals);
    REQUIRE(H5Dwrite(data.id(), h5::native_type(element_type<T>()), H5S_ALL, H5S_ALL, H5P_DEFAULT,
                     values.data()) >= 0);
    file.flush();
    hsize_t size = 0;
    const std::vector<hsize_t> place{0, 0, 0};
    REQUIRE(H5Dget_chunk_storage_size(data.id(), place.data(), &size) >= 0);
    Bytes stored(size);
    std::uint32_t skipped = 0;
    REQUIRE(H5Dread_chunk(data.id(), H5P_DEFAULT, place.data(), &skipped, stored.data()) >= 0);
    CHECK(skipped == 0);
    return stored;
}

/// What the library reads of chunks that this program packed.
template <class T> std::vector<T> read_by_library(const std::vector<T>& values, int decimals) {
    const TempDir dir;
    const h5::Lock lock;
    h5::File file = h5::File::create(dir.file("packed.h5"));
    const h5::Handle data = chunk_dataset(file, values, decimals);
    const auto chunks = h5::packed_chunks(file, data.id());
    REQUIRE(chunks);
    CHECK(chunks->type == element_type<T>());
    h5::PackedFrame<T> frame(file, data.id(), *chunks, 0);
    frame.add(values);
    frame.finish();
    std::vector<T> read(values.size());
    REQUIRE(H5Dread(data.id(), h5::native_type(element_type<T>()), H5S_ALL, H5S_ALL, H5P_DEFAULT,
                    read.data()) >= 0);
    return read;
}

/// Whether both pack the values into the same bytes. Behind the head of equal values the library
/// leaves a byte of its memory; of values that are stored as they are, the offset means nothing.
template <class T> bool packs_alike(const std::vector<T>& values, int decimals) {
    Bytes packed, expected = stored_by_library(values, decimals);
    h5::pack_chunk(std::span<const T>(values), decimals, packed);
    if (packed.front() == std::byte{0}) expected.back() = std::byte{0};
    if (packed.front() == std::byte{32})
        std::fill(expected.begin() + 5, expected.begin() + 21, std::byte{0});
    return packed == expected;
}

/// Numbers between these two, drawn evenly.
std::vector<float> drawn(std::size_t count, float least, float largest) {
    std::vector<float> values(count);
    std::uint64_t state = 0x9E3779B97F4A7C15U;
    for (float& value : values) {
        state = state * 6364136223846793005U + 1442695040888963407U;
        const float part = static_cast<float>(state >> 40U) * 0x1p-24F;
        value = least + part * (largest - least);
    }
    return values;
}

} // namespace

TEST_CASE("chunks are packed into the bytes that the library makes of them") {
    for (const int decimals : {0, 1, 3, 5, 9})
        for (const float width : {0.F, 0.0004F, 0.7F, 30.F, 300.F, 1e5F, 1e9F})
            for (const float from : {0.F, -17.3F, 1e4F})
                for (const std::size_t count : {1, 2, 7, 1000}) {
                    INFO(decimals << " decimals, " << width << " from " << from << ", " << count);
                    CHECK(packs_alike(drawn(count, from, from + width), decimals));
                }
}

TEST_CASE("whole numbers are packed as by the library, and lose nothing") {
    constexpr std::int32_t least = std::numeric_limits<std::int32_t>::min();
    constexpr std::int32_t largest = std::numeric_limits<std::int32_t>::max();
    const std::vector<std::vector<std::int32_t>> cases{
        {0},          {0, 0, 0, 0}, {-7, -7},           {0, 1},
        {-1, 0, 1},   {5, -3, 9},   {least, least + 2}, {largest, largest - 1000, largest},
        {0, largest}, {least, 0},   {least, largest}};
    for (const std::vector<std::int32_t>& values : cases) {
        INFO(values.front() << " to " << values.back());
        CHECK(packs_alike(values, 0));
        CHECK(read_by_library(values, 0) == values);
    }
}

TEST_CASE("packed numbers are wrong by half a unit of the last decimal at most") {
    for (const int decimals : {0, 2, 4}) {
        const std::vector<float> values = drawn(5000, -20, 45);
        const std::vector<float> read = read_by_library(values, decimals);
        const float half = 0.5F * std::pow(10.F, static_cast<float>(-decimals));
        float worst = 0;
        for (std::size_t i = 0; i < values.size(); ++i)
            worst = std::max(worst, std::abs(read[i] - values[i]));
        CHECK(worst > 0.9F * half);
        CHECK(worst < half + 2e-5F);
    }
}

TEST_CASE("what is no number does not reach beyond the packed bytes") {
    constexpr float inf = std::numeric_limits<float>::infinity();
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    for (const std::vector<float>& values : {std::vector<float>{0, inf, 1},
                                             {-inf, inf, 2},
                                             {nan, 1, 2},
                                             {1, nan, 2},
                                             {1, 2, nan},
                                             {nan, nan}}) {
        Bytes packed;
        h5::pack_chunk(std::span<const float>(values), 3, packed);
        CHECK(packed.size() >= 22);
        CHECK(packed.size() <= 22 + 4 * values.size());
    }
}

TEST_CASE("equal numbers store enough to be believed") {
    const TempDir dir;
    const h5::Lock lock;
    h5::File file = h5::File::create(dir.file("equal.h5"));
    const std::vector<std::int32_t> zeros(1 << 18, 0);
    const h5::Handle data = chunk_dataset(file, zeros, 0);
    h5::PackedFrame<std::int32_t> frame(file, data.id(), h5::packed_chunks(file, data.id()).value(),
                                        0);
    frame.add(zeros);
    frame.finish();
    const hsize_t stored = H5Dget_storage_size(data.id());
    CHECK(stored * 1032 >= zeros.size() * 4);
    CHECK(stored * 900 < zeros.size() * 4);
    std::vector<std::int32_t> read(zeros.size(), 1);
    REQUIRE(H5Dread(data.id(), H5T_NATIVE_INT32, H5S_ALL, H5S_ALL, H5P_DEFAULT, read.data()) >= 0);
    CHECK(read == zeros);
}

TEST_CASE("a zlib stream gives back its data, and is no less than an eighth of them") {
    if (!can_deflate()) return;
    for (const std::size_t size : {1, 100, 100'000}) {
        Bytes data(size);
        for (std::size_t i = 0; i < size; i += 50) data[i] = std::byte(i % 251);
        Bytes stream = data;
        deflate(stream);
        CHECK(8 * stream.size() >= size);
        CHECK(guard::inflate(stream, size).empty());
        CHECK(stream == data);
    }
}

TEST_CASE("chunks of another filter, type or fill value are left to the library") {
    const TempDir dir;
    const h5::Lock lock;
    h5::File file = h5::File::create(dir.file("others.h5"));
    const std::vector<hsize_t> shape{1, 10, 3};
    const h5::Handle space(H5Screate_simple(3, shape.data(), nullptr), H5Sclose);
    const auto packed = [&](const char* name, hsize_t columns, hid_t type, const auto& settle) {
        const std::vector<hsize_t> chunk{1, 5, columns};
        const h5::Handle list(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
        REQUIRE(H5Pset_chunk(list.id(), 3, chunk.data()) >= 0);
        settle(list.id(), type);
        const h5::Handle made(
            H5Dcreate2(file.id(), name, type, space.id(), H5P_DEFAULT, list.id(), H5P_DEFAULT),
            H5Dclose);
        REQUIRE(made.open());
        return h5::packed_chunks(file, made.id()).has_value();
    };
    const auto rounded = [](hid_t list, hid_t type) {
        REQUIRE(H5Pset_fill_value(list, type, nullptr) >= 0);
        REQUIRE(H5Pset_scaleoffset(list, H5Z_SO_FLOAT_DSCALE, 3) >= 0);
    };
    CHECK(packed("ours", 1, H5T_IEEE_F32LE, rounded));
    CHECK_FALSE(packed("whole rows", 3, H5T_IEEE_F32LE, rounded));
    CHECK_FALSE(packed("double", 1, H5T_IEEE_F64LE, rounded));
    CHECK_FALSE(packed("big-endian", 1, H5T_IEEE_F32BE, rounded));
    CHECK_FALSE(packed("plain", 1, H5T_IEEE_F32LE, [](hid_t, hid_t) {}));
    CHECK_FALSE(packed("filled", 1, H5T_IEEE_F32LE, [](hid_t list, hid_t) {
        REQUIRE(H5Pset_scaleoffset(list, H5Z_SO_FLOAT_DSCALE, 3) >= 0);
    }));
    CHECK_FALSE(packed("two filters", 1, H5T_IEEE_F32LE, [&](hid_t list, hid_t type) {
        rounded(list, type);
        REQUIRE(H5Pset_shuffle(list) >= 0);
    }));
}
