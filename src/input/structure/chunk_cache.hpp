// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include "guard/hdf5_layout.hpp"

namespace mdsim::source {

/// The size of the library's cache of the chunks of one dataset.
///
/// Without a cache, as by default, the library takes from a chunk that is not compressed only the
/// bytes that it was asked for, wherever the chunk says that it ends.
struct ChunkCache {
    std::size_t slots = 1;
    std::size_t bytes = 0;
};

/// A cache for a compressed dataset whose frames are read one after another: it holds all chunks
/// of a frame, so that each is undone once however many frames it holds. It takes no more than
/// 256 MiB, or one chunk where that is larger. Requires a layout with chunks.
ChunkCache chunk_cache(const guard::Hdf5Layout& layout);

} // namespace mdsim::source
