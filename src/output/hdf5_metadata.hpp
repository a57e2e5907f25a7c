// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_set>
#include <vector>

#include "output/durable_file.hpp"

namespace mdsim::h5 {

/// A run of bytes of a file and what they were.
struct FileRegion {
    std::uint64_t offset = 0;
    std::vector<std::byte> bytes;
};

/// What may happen to a dataset before its metadata is wanted back.
enum class Change {
    appends, ///< it grows along its first direction
    any      ///< it may also be cut
};

/// The first bytes of the file, which name its root group and its end.
FileRegion superblock_of(const PosixFile& file);

/// Everything in a flushed file that HDF5 may write over when the chunked dataset changes: its
/// object header and the nodes of its chunk index, for appends only those on the path to the last
/// chunk.
///
/// `header` is the address of the object header. Reads the layout that files made by h5::File have:
/// HDF5 File Format Specification 3.0, superblock 0, object header 1 (IV.A.1.a), data layout
/// message 3 (IV.A.2.i), version 1 B-tree (III.A.1). Anything else is damage and throws
/// EnvironmentError with the place.
std::vector<FileRegion> dataset_metadata(const PosixFile& file, std::uint64_t header,
                                         Change change);

/// Addresses of nodes of a chunk index that appends no longer change.
using FinalNodes = std::unordered_set<std::uint64_t>;

/// The metadata of a flushed dataset without the nodes in `final_nodes`, to which are added those
/// that appends no longer change: all but the nodes on the path to the last chunk.
///
/// Who calls this after each few appends sees every node that they changed, also where HDF5 split
/// a node or moved it. Throws as dataset_metadata() does.
std::vector<FileRegion> changing_metadata(const PosixFile& file, std::uint64_t header,
                                          FinalNodes& final_nodes);

/// Where the rows of a chunked dataset lie.
struct FileChunk {
    std::uint64_t offset = 0;
    std::uint64_t size = 0; ///< as stored [bytes]
    std::int64_t first_row = 0;
    std::int64_t rows = 0; ///< that there is room for
};

/// The chunks of a flushed file that hold rows from `first_row` on, in order of rows; throws as
/// dataset_metadata() does.
std::vector<FileChunk> chunks_from(const PosixFile& file, std::uint64_t header,
                                   std::int64_t first_row);

} // namespace mdsim::h5
