// SPDX-License-Identifier: BSD-3-Clause
// Contracts of this module, broken one by one; they stand in debug builds.
#ifndef NDEBUG
#include <cstddef>
#include <vector>

#include "guard/hdf5_chunks.hpp"
#include "guard/hdf5_filters.hpp"
#include "support/catch.hpp"

using namespace mdsim::guard;

TEST_CASE("filters are those of chunks, whose size is known", "[contract]") {
    const std::vector<std::byte> stored(100);
    Hdf5Layout layout;
    CHECK_THROWS_WITH(stored_chunk_objection(layout, stored, 0),
                      ContainsSubstring("layout.value_bytes > 0"));
    CHECK_THROWS_WITH(read_filters(-1, layout), ContainsSubstring("!layout.chunk.empty()"));
    layout.extent = {100};
    layout.chunk = {100};
    layout.value_bytes = 4;
    layout.filters.push_back({H5Z_FILTER_SCALEOFFSET, {0, 3}});
    CHECK_THROWS_WITH(stored_chunk_objection(layout, stored, 0),
                      ContainsSubstring("filter.parameters.size()"));
    layout.filters.resize(9);
    CHECK_THROWS_WITH(stored_chunk_objection(layout, stored, 0), ContainsSubstring("most_filters"));
}

TEST_CASE("a block has as many dimensions as its dataset", "[contract]") {
    SoundChunks sound;
    Hdf5Layout layout;
    layout.extent = {100};
    CHECK_THROWS_WITH(chunks_objection(-1, layout, {0, 0}, {1, 1}, sound),
                      ContainsSubstring("start.size() == layout.extent.size()"));
    layout.filters.push_back({H5Z_FILTER_SHUFFLE, {4}});
    CHECK_THROWS_WITH(chunks_objection(-1, layout, {0}, {1}, sound),
                      ContainsSubstring("layout.chunk.size() == layout.extent.size()"));
}
#endif
