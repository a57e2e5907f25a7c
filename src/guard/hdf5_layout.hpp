// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <hdf5.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "guard/regular_file.hpp"

namespace mdsim::guard {

/// One step of the compression of chunks.
struct Hdf5Filter {
    H5Z_filter_t id = 0;
    std::vector<unsigned> parameters;
};

/// How a dataset stores its values.
struct Hdf5Layout {
    std::string objection;           ///< why its values are not to be read; empty where they may be
    std::vector<hsize_t> extent;     ///< in each dimension; empty for a scalar
    std::size_t value_bytes = 0;     ///< of one value, uncompressed [bytes]
    std::uint64_t stored = 0;        ///< what the disk holds of all values at most [bytes]
    std::vector<hsize_t> chunk;      ///< the extent of a chunk; empty where there are no chunks
    std::vector<Hdf5Filter> filters; ///< in the order of writing

    /// The size of a chunk, uncompressed [bytes].
    std::uint64_t chunk_bytes() const;
};

/// Looks at how an open dataset stores its values, and reads none of them.
///
/// Objected to are values in other files (external storage, virtual datasets), filters other than
/// gzip, shuffle, scale-offset and Fletcher's checksum, extents without values or beyond 2^62
/// bytes, sizes that contradict each other or are beyond that of the file, and chunks whose size
/// nothing in the file backs. Never throws, and opens no other file.
Hdf5Layout hdf5_layout(hid_t dataset, const RegularFile& file);

/// Whether so many bytes can come from so many stored ones: gzip makes at most 1032 out of one. Up
/// to 64 MiB need no backing.
bool is_backed(std::uint64_t claimed, std::uint64_t stored);

/// Why values of a type are not to be read: empty where it is one of whole numbers of 8 to 64 bits,
/// IEEE floats of 16 to 64 bits, texts, or names for whole numbers.
std::string hdf5_type_objection(hid_t type);

/// Whether a type of whole numbers has some beyond 2^63 - 1, which HDF5 would bring down to that
/// where it converts them to 64 bits with a sign.
bool hdf5_exceeds_int64(hid_t type);

} // namespace mdsim::guard
