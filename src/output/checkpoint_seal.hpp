// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>

#include "core/ids.hpp"
#include "output/durable_file.hpp"

namespace mdsim {

/// What the head of a checkpoint says without opening it as HDF5.
struct CheckpointHead {
    int format = 0;
    Step step = 0;
    std::uint64_t bytes = 0;    ///< size of the whole file
    std::uint64_t checksum = 0; ///< of the whole file with this number written as zero
};

/// The format that this program writes; it also reads older ones.
inline constexpr int checkpoint_format = 1;

/// The head is text in the user block of the HDF5 file: the first so many bytes, filled with zeros.
inline constexpr std::uint64_t checkpoint_head_bytes = 512;

/// Writes the head of a complete checkpoint, which is open for update, brings the file to the disk
/// and closes it.
void seal_checkpoint(PosixFile& file, Step step);

/// Reads the head of a checkpoint, and nothing else. Throws InputError as verify_checkpoint does,
/// but for content that was changed.
CheckpointHead read_head(const std::string& path);

/// Checks every byte of a checkpoint before any of it is interpreted.
///
/// Throws InputError saying whether it is no checkpoint, of a newer format, cut, or changed.
CheckpointHead verify_checkpoint(const std::string& path);

} // namespace mdsim
