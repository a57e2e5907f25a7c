// SPDX-License-Identifier: BSD-3-Clause
#include "guard/hdf5_chunks.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <utility>

#include "core/contract.hpp"
#include "guard/hdf5_filters.hpp"

namespace mdsim::guard {

namespace {

/// What speaks against the chunk that begins at `offset`. One that is not stored has nothing wrong.
std::string one_objection(hid_t dataset, const Hdf5Layout& layout, std::vector<hsize_t>& offset) {
    hsize_t size = 0;
    if (H5Dget_chunk_storage_size(dataset, offset.data(), &size) < 0 || size == 0) return "";
    // Filters may add a little to what they cannot make smaller.
    if (size > layout.chunk_bytes() + layout.chunk_bytes() / 64 + 1024)
        return fmt::format("has {} bytes, more than a chunk", size);
    std::vector<std::byte> stored(static_cast<std::size_t>(size));
    std::uint32_t skipped = 0;
    if (H5Dread_chunk(dataset, H5P_DEFAULT, offset.data(), &skipped, stored.data()) < 0) return "";
    return stored_chunk_objection(layout, std::move(stored), skipped);
}

/// Goes to the chunk behind `offset` within the block; false where there is none.
bool next_chunk(const Hdf5Layout& layout, const std::vector<hsize_t>& start,
                const std::vector<hsize_t>& count, std::vector<hsize_t>& offset) {
    for (std::size_t k = offset.size(); k-- > 0;) {
        offset[k] += layout.chunk[k];
        if (offset[k] < start[k] + count[k]) return true;
        offset[k] = start[k] - start[k] % layout.chunk[k];
    }
    return false;
}

} // namespace

void SoundChunks::add(const std::vector<hsize_t>& offset) {
    constexpr std::size_t most = 100000; // some ten megabytes
    if (offsets_.size() >= most) offsets_.clear();
    offsets_.insert(offset);
}

std::string chunks_objection(hid_t dataset, const Hdf5Layout& layout,
                             const std::vector<hsize_t>& start, const std::vector<hsize_t>& count,
                             SoundChunks& sound) {
    MDSIM_EXPECT(start.size() == layout.extent.size() && count.size() == start.size());
    MDSIM_EXPECT(layout.filters.empty() || layout.chunk.size() == layout.extent.size());
    if (layout.filters.empty()) return "";
    std::vector<hsize_t> offset(start.size());
    for (std::size_t k = 0; k < start.size(); ++k) {
        if (count[k] == 0) return "";
        offset[k] = start[k] - start[k] % layout.chunk[k];
    }
    do {
        if (sound.has(offset)) continue;
        const std::string objection = one_objection(dataset, layout, offset);
        if (!objection.empty())
            return fmt::format("the chunk at {} {}", fmt::join(offset, " x "), objection);
        sound.add(offset);
    } while (next_chunk(layout, start, count, offset));
    return "";
}

} // namespace mdsim::guard
