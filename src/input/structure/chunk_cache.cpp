// SPDX-License-Identifier: BSD-3-Clause
#include "input/structure/chunk_cache.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

#include "core/contract.hpp"

namespace mdsim::source {

namespace {

constexpr std::uint64_t most_bytes = std::uint64_t{1} << 28; ///< of all chunks of a frame
constexpr std::uint64_t chunk_record = 1024; ///< what the library keeps of a chunk, at most
constexpr std::uint64_t most_slots = std::uint64_t{1} << 20;

} // namespace

ChunkCache chunk_cache(const guard::Hdf5Layout& layout) {
    MDSIM_REQUIRE(!layout.chunk.empty() && layout.chunk.size() == layout.extent.size());
    MDSIM_EXPECT(std::count(layout.chunk.begin(), layout.chunk.end(), 0) == 0);
    const std::uint64_t one = layout.chunk_bytes() + chunk_record;
    const std::uint64_t most = std::max<std::uint64_t>(most_bytes / one, 1);
    // The library sets the numbers of a chunk in each dimension side by side, each in whole bits,
    // and the rest by the number of slots says which it takes: so no two of a frame share one.
    std::uint64_t chunks = 1;
    std::uint64_t slots = 1;
    for (std::size_t k = 1; k < layout.chunk.size(); ++k) {
        const std::uint64_t across = (layout.extent[k] + layout.chunk[k] - 1) / layout.chunk[k];
        chunks = std::min(chunks * std::min(across, most), most);
        slots = std::min(slots * std::bit_ceil(std::min(across, most_slots)), most_slots);
    }
    const std::uint64_t bytes = chunks * layout.chunk_bytes();
    MDSIM_ENSURE(bytes <= std::max(most_bytes, layout.chunk_bytes()));
    return {static_cast<std::size_t>(slots + 1), static_cast<std::size_t>(bytes)};
}

} // namespace mdsim::source
