// SPDX-License-Identifier: BSD-3-Clause
#ifdef MDSIM_ZLIB
#include <zlib.h>
#endif

#include <string>
#include <vector>

#include "guard/hdf5_filters.hpp"
#include "guard/inflate.hpp"
#include "support/catch.hpp"

using namespace mdsim::guard;

namespace {

using Bytes = std::vector<std::byte>;

#ifdef MDSIM_ZLIB
Bytes deflated(std::size_t zeros) {
    const Bytes plain(zeros);
    uLongf size = compressBound(static_cast<uLong>(zeros));
    Bytes packed(size);
    compress(reinterpret_cast<Bytef*>(packed.data()), &size,
             reinterpret_cast<const Bytef*>(plain.data()), static_cast<uLong>(zeros));
    packed.resize(size);
    return packed;
}
#endif

/// Chunks of 100 numbers of 4 bytes.
Hdf5Layout layout_with(std::vector<Hdf5Filter> filters) {
    Hdf5Layout layout;
    layout.extent = {100};
    layout.chunk = {100};
    layout.value_bytes = 4;
    layout.filters = std::move(filters);
    return layout;
}

Hdf5Filter scale_offset(unsigned type, unsigned factor) {
    std::vector<unsigned> parameters(20);
    parameters[0] = type;
    parameters[1] = factor;
    parameters[2] = 100;
    parameters[4] = 4;
    return {H5Z_FILTER_SCALEOFFSET, parameters};
}

/// A chunk of scale-offset with this many bits a value, and so many bytes of them.
Bytes scaled(unsigned bits, std::size_t bytes) {
    Bytes chunk(21 + bytes);
    chunk[0] = std::byte(bits & 0xff);
    chunk[3] = std::byte(bits >> 24);
    return chunk;
}

bool has(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

} // namespace

TEST_CASE("chunks without a filter, or stored without it, have the size of a chunk") {
    const Hdf5Layout plain = layout_with({});
    CHECK(stored_chunk_objection(plain, Bytes(400), 0).empty());
    CHECK(
        has(stored_chunk_objection(plain, Bytes(399), 0), "gives 399 bytes where a chunk has 400"));
    const Hdf5Layout packed = layout_with({{H5Z_FILTER_SHUFFLE, {4}}, {H5Z_FILTER_DEFLATE, {9}}});
    CHECK(stored_chunk_objection(packed, Bytes(400), 2).empty());
    CHECK(has(stored_chunk_objection(packed, Bytes(10), 2), "gives 10 bytes"));
    const Hdf5Layout checked = layout_with({{H5Z_FILTER_FLETCHER32, {}}});
    CHECK(stored_chunk_objection(checked, Bytes(404), 0).empty());
    CHECK(has(stored_chunk_objection(checked, Bytes(400), 0), "gives 396 bytes"));
    CHECK(has(stored_chunk_objection(checked, Bytes(3), 0), "too short for its checksum"));
}

#ifdef MDSIM_ZLIB
TEST_CASE("what gzip gives is known before it is believed") {
    const Hdf5Layout packed = layout_with({{H5Z_FILTER_SHUFFLE, {4}}, {H5Z_FILTER_DEFLATE, {9}}});
    REQUIRE(can_inflate());
    CHECK(stored_chunk_objection(packed, deflated(400), 0).empty());
    CHECK(has(stored_chunk_objection(packed, deflated(396), 0), "gives 396 bytes"));
    CHECK(has(stored_chunk_objection(packed, deflated(10000000), 0), "more than a chunk holds"));
    CHECK(has(stored_chunk_objection(packed, Bytes(20), 0), "gzip cannot undo it"));
    Bytes cut = deflated(400);
    cut.resize(cut.size() - 5);
    CHECK(has(stored_chunk_objection(packed, cut, 0), "gzip cannot undo it"));
}
#endif

TEST_CASE("chunks of scale-offset hold the bits that they claim") {
    const Hdf5Layout real = layout_with({scale_offset(0, 3)});
    CHECK(stored_chunk_objection(real, scaled(0, 0), 0).empty());
    CHECK(stored_chunk_objection(real, scaled(7, 88), 0).empty());
    CHECK(has(stored_chunk_objection(real, scaled(7, 87), 0), "claims 7 bits a value"));
    CHECK(stored_chunk_objection(real, scaled(32, 400), 0).empty());
    CHECK(has(stored_chunk_objection(real, scaled(33, 1000), 0), "claims 33 bits a value"));
    CHECK(has(stored_chunk_objection(real, scaled(0xff000000, 1000), 0), "bits a value"));
    CHECK(has(stored_chunk_objection(real, Bytes(20), 0), "too short for its head"));
    const Hdf5Layout whole = layout_with({scale_offset(2, 32)}); // all bits: stored as they are
    CHECK(stored_chunk_objection(whole, Bytes(400), 0).empty());
    CHECK(has(stored_chunk_objection(whole, Bytes(100), 0), "gives 100 bytes"));
}

TEST_CASE("only what compression can make of stored bytes is backed by them") {
    CHECK(is_backed(1 << 26, 0));
    CHECK_FALSE(is_backed((1 << 26) + 1, 1000));
    CHECK(is_backed((1 << 26) + 1, 1 << 17));
}
