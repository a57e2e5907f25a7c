// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "output/block_gather.hpp"
#include "output/hdf5.hpp"
#include "output/packed_write.hpp"
#include "state/structure.hpp"

namespace mdsim::h5 {

/// Which part of a dataset: the first entry and the number of entries along each direction.
struct Hyperslab {
    std::vector<hsize_t> start;
    std::vector<hsize_t> count;
};

/// Writes one part of a dataset by this rank alone.
void write_part(const File& file, hid_t dataset, const Hyperslab& part, ElementType type,
                const void* data);

/// Where a per-atom array lies: in its own dataset, or in one frame of a series.
struct ArrayPlace {
    hid_t dataset = -1;
    std::int64_t frame = -1;              ///< negative: the dataset has no direction of frames
    std::optional<PackedChunks> packed{}; ///< of a frame that this process packs by itself
};

/// The shape of a dataset of `columns` numbers for each of `atoms`.
std::vector<hsize_t> array_shape(std::int64_t atoms, int columns);

/// Writes an array that spans the ranks, each of which holds the rows of its block of ids.
///
/// All ranks call it. On a collective file each writes its part at the same time; otherwise rank 0,
/// which alone has the file open, receives the other parts in pieces.
void write_array(const File& file, const ArrayPlace& place, const IdBlock& block,
                 const BlockArray& array, BlockGather& gather);

/// Reads the rows [first, last) of an array without a direction of frames.
void read_rows(const File& file, hid_t dataset, const IdBlock& rows, ElementType type, int columns,
               void* data);

} // namespace mdsim::h5
